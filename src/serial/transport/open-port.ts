import { isTcpPath } from '../../schema/ports/port-path.js';
import type { OpenPort } from './port-types.js';
import { openSerialPort } from './serial-port.js';
import { resolveDevicePath } from '../linux/resolve.js';
import { openTcpPort } from './tcp-port.js';

/** Opens whatever a path of the configuration names: a device, by its lasting name too, or one of a device server. */
export const openPort: OpenPort = async (options) =>
  isTcpPath(options.path) ? openTcpPort(options) : openSerialPort(options, await resolveDevicePath(options.path));
