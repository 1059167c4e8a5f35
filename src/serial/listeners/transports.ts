import type { TransportName } from '../../schema/config/listener-config.js';
import { createHttpListener } from './http-listener.js';
import { createTcpListener } from './tcp-listener.js';
import type { CreateListenerSocket } from './transport.js';
import { createUdpListener } from './udp-listener.js';

/** Every transport by its name in the configuration. */
export const transports: Readonly<Record<TransportName, CreateListenerSocket>> = {
  tcp: createTcpListener,
  udp: createUdpListener,
  http: createHttpListener,
};
