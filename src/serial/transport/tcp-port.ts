import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tcpAddressOf, type TcpAddress } from '../../schema/ports/port-path.js';
import type { OpenPort } from './port-types.js';
import { PortError } from './port-error.js';
import { explainConnectError } from './tcp-error.js';
import { createTcpTransport } from './tcp-transport.js';
import { createStreamPort } from './stream-port.js';

/** How long a connection may take to be made, the look-up of its name included. */
const CONNECT_TIMEOUT_MS = 5_000;
/** After so long a silence the far side is asked whether it is there, every second, ten times. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Opens a serial port of a device server, `tcp://host:port`, as `openPort` does one of this machine; the speed is set
 * there. Rejects with a PortError.
 *
 * A far side that vanishes without a word (cable, power) is noticed 20 s after the last byte. While a reply to it is
 * not acknowledged, the kernel asks no such questions but sends again, for about 15 minutes (net.ipv4.tcp_retries2):
 * a shorter end of that (TCP_USER_TIMEOUT) can not be set from here.
 */
export const openTcpPort: OpenPort = async ({ path, onData, onClose }) => {
  const address = tcpAddressOf(path);
  if (address === null) {
    throw new PortError('error', `${path}: must be tcp://host:port, the port 1 to 65535, an IPv6 address in brackets`);
  }
  const socket = await connectTo(path, address);
  return createStreamPort(createTcpTransport(socket), { path, onData, onClose });
};

async function connectTo(path: string, address: TcpAddress): Promise<Socket> {
  const socket = connect({ ...address, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  const onTimeout = (): void => void socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
  socket.setTimeout(CONNECT_TIMEOUT_MS, onTimeout);
  try {
    await once(socket, 'connect');
  } catch (error) {
    socket.destroy();
    throw explainConnectError(path, address, error);
  }
  socket.setTimeout(0);
  socket.off('timeout', onTimeout);
  return socket;
}
