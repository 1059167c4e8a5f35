import { isTcpPath } from '../schema/port-path.js';
import type { OpenPort } from './open-port.js';
import { openPort } from './port.js';
import { resolveDevice } from './machine/resolve.js';
import { openTcpPort } from './tcp/tcp-port.js';

/** Opens whatever a path of the configuration names: a device, by its lasting name too, or one of a device server. */
export const openAny: OpenPort = async (options) =>
  isTcpPath(options.path) ? openTcpPort(options) : openPort(options, await resolveDevice(options.path));
