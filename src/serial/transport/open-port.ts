import { gpsdAddressOf, isNetworkPath } from '../../schema/ports/port-path.js';
import { resolveDevicePath } from '../linux/resolve.js';
import { openGpsdPort } from './gpsd-port.js';
import type { OpenPort } from './port-types.js';
import { openSerialPort } from './serial-port.js';
import { openTcpPort } from './tcp-port.js';

/** Opens a path of the configuration: a serial device, also by a persistent name, `tcp://host:port` or `gpsd://host:port`. */
export const openPort: OpenPort = async (options) => {
  const { path } = options;
  const gpsd = gpsdAddressOf(path);
  if (gpsd !== null) return openGpsdPort(gpsd, options);
  return isNetworkPath(path) ? openTcpPort(options) : openSerialPort(options, await resolveDevicePath(path));
};
