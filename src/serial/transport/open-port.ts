import { isTcpPath } from '../../schema/ports/port-path.js';
import { resolveDevicePath } from '../linux/resolve.js';
import type { OpenPort } from './port-types.js';
import { openSerialPort } from './serial-port.js';
import { openTcpPort } from './tcp-port.js';

/** Opens a path of the configuration: a serial device, also by a persistent name, or `tcp://host:port`. */
export const openPort: OpenPort = async (options) =>
  isTcpPath(options.path) ? openTcpPort(options) : openSerialPort(options, await resolveDevicePath(options.path));
