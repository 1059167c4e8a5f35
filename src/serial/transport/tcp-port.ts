import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { addressOf, tcpAddressOf, type TcpAddress } from '../../schema/ports/port-path.js';
import { readRetransmissions } from '../linux/tcp-retransmissions.js';
import { isGpsdBanner } from './gpsd-json.js';
import { serverMessages } from '../messages.js';
import { PortError } from './port-error.js';
import type { OpenPort } from './port-types.js';
import { createStreamPort, type Transport } from './stream-port.js';
import { describeTcpLoss, explainConnectError } from './tcp-error.js';

/** The limit for establishing a connection, including the name lookup. */
const CONNECT_TIMEOUT_MS = 5_000;
/** After this much silence the kernel sends keep-alive probes, one per second, up to ten. */
const KEEP_ALIVE_MS = 10_000;
/** The kernel has sent the same data again so often, in 6 s or more: the peer is gone. */
const MAX_RETRANSMISSIONS = 4;
const READ_BYTES = 4_096;

/**
 * Opens a serial port of a device server, `tcp://host:port`; its speed is set on the device server. Rejects with a
 * PortError.
 *
 * A device server that disappears without closing the connection (cable, power) is noticed 20 s after its last byte.
 * While a reply to it is unacknowledged, the kernel retransmits instead of probing, for about 15 minutes
 * (net.ipv4.tcp_retries2); Node.js cannot set a shorter limit (TCP_USER_TIMEOUT), so `isAlive` looks for that.
 */
export const openTcpPort: OpenPort = async ({ path, onData, onClose }) => {
  const address = tcpAddressOf(path);
  if (address === null) {
    throw new PortError('error', serverMessages.address({ path }));
  }
  const socket = await connectTo(path, address);
  return createStreamPort(refuseGpsd(createTcpTransport(socket), address), { path, baudRate: null, onData, onClose });
};

/** Connects within 5 s, or rejects with a PortError. */
export async function connectTo(path: string, address: TcpAddress): Promise<Socket> {
  const socket = connect({ ...address, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  const onTimeout = (): void => void socket.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' }));
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

/** A gpsd sends no data before it is asked to, so the port would be open and silent for ever. */
function refuseGpsd(transport: Transport, address: TcpAddress): Transport {
  const server = addressOf(address);
  let isFirst = true;
  return {
    ...transport,
    async read(signal, onWaiting) {
      const bytes = await transport.read(signal, onWaiting);
      if (isFirst && isGpsdBanner(bytes)) throw new Error(GPSD_ANSWERS);
      isFirst = false;
      return bytes;
    },
    describeLoss: (path, message) =>
      message === GPSD_ANSWERS ? serverMessages.isGpsd({ path, server }) : transport.describeLoss(path, message),
  };
}

const GPSD_ANSWERS = 'a gpsd answers here';

/** A connected socket as a transport. While the port is not read, TCP flow control throttles the device server. */
export function createTcpTransport(socket: Socket): Transport {
  let socketError: Error | undefined;
  // Errors can occur at any time, also when no read or write is in progress.
  socket.on('error', (error) => (socketError = error));

  return {
    async read(signal, onWaiting) {
      for (;;) {
        signal.throwIfAborted();
        const bytes = readBuffered(socket);
        if (bytes !== null) return bytes;
        if (socketError !== undefined) throw socketError;
        if (socket.readableEnded || socket.destroyed) throw new Error('end of file');
        onWaiting(true);
        await nextEvent(socket);
        onWaiting(false);
      }
    },
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
    // The speed is set on the device server.
    setBaudRate: () => Promise.resolve(),
    isAlive: async () => (await readRetransmissions(socket)) <= MAX_RETRANSMISSIONS,
    stop: () => void socket.destroy(),
    async close() {
      if (!socket.closed) await once(socket, 'close');
    },
    describeLoss: describeTcpLoss(serverMessages),
  };
}

const readBuffered = (socket: Socket): Uint8Array | null =>
  socket.read(socket.readableLength > READ_BYTES ? READ_BYTES : undefined) as Uint8Array | null;

/** Resolves when the socket has data, has ended or is closed. */
const nextEvent = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const events = ['readable', 'end', 'close'] as const;
    const done = (): void => {
      for (const event of events) socket.off(event, done);
      resolve();
    };
    for (const event of events) socket.on(event, done);
  });
