import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { openHttp } from './http-socket.js';
import type { ListenerAddress, OpenSocket, SocketEvents } from './network-socket.js';
import type { SimulatedLine } from './simulated-line.js';

/** A connection of a simulated tracker to a listener. Bytes that are written while it is closed are lost. */
export type NetworkLine = SimulatedLine & {
  readonly path: string;
  /** Closes the connection. */
  readonly unplug: () => void;
  /** Connects at once. */
  readonly replug: () => void;
  readonly close: () => void;
  readonly onConnect: (listener: () => void) => void;
};

/** Time until the next attempt; it doubles with each one, up to the longest. */
const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** After this time, a connection counts as a success: a listener that refuses trackers accepts and closes. */
const STABLE_MS = 5_000;

/** Connects to the listener, and again with growing delays after the connection is lost. */
export function openNetworkLine(address: ListenerAddress): NetworkLine {
  const { transport, host, port } = address;
  const openSocket = SOCKETS[transport];
  const dataListeners: ((bytes: Uint8Array) => void)[] = [];
  const connectListeners: (() => void)[] = [];
  let socket: OpenSocket | undefined;
  let isOpen = false;
  let backoffMs = MIN_BACKOFF_MS;
  let timer: NodeJS.Timeout | undefined;

  function replug(): void {
    unplug();
    const opened = openSocket(address, {
      onOpen() {
        isOpen = true;
        timer = setTimeout(() => (backoffMs = MIN_BACKOFF_MS), STABLE_MS);
        for (const listener of connectListeners) listener();
      },
      onData(bytes) {
        for (const listener of dataListeners) listener(bytes);
      },
      onClose() {
        if (socket !== opened) return;
        unplug();
        timer = setTimeout(replug, backoffMs * (0.5 + Math.random() / 2));
        backoffMs = Math.min(2 * backoffMs, MAX_BACKOFF_MS);
      },
    });
    socket = opened;
  }

  function unplug(): void {
    clearTimeout(timer);
    const previous = socket;
    socket = undefined;
    isOpen = false;
    previous?.close();
  }

  replug();
  return {
    path: `${transport}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ...(transport === 'udp' && { isDatagram: true }),
    write: (bytes) =>
      new Promise((resolve) => {
        if (socket === undefined || !isOpen) resolve();
        else socket.write(Buffer.from(bytes), resolve);
      }),
    onData(listener) {
      dataListeners.push(listener);
    },
    onConnect(listener) {
      connectListeners.push(listener);
      if (isOpen) listener();
    },
    unplug,
    replug,
    close: unplug,
  };
}

function openTcp({ host, port }: ListenerAddress, { onOpen, onData, onClose }: SocketEvents): OpenSocket {
  const socket: Socket = connect({ host, port, noDelay: true });
  socket.on('connect', onOpen);
  socket.on('data', onData);
  // The reason is of no use: another attempt follows.
  socket.on('error', () => socket.destroy());
  socket.on('close', onClose);
  return {
    write(bytes, onWritten) {
      socket.write(bytes, () => {
        onWritten();
      });
    },
    close: () => socket.destroy(),
  };
}

/** A datagram to a closed port is lost, as any other may be. */
function openUdp({ host, port }: ListenerAddress, { onOpen, onData, onClose }: SocketEvents): OpenSocket {
  const socket: UdpSocket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  let state: 'opening' | 'open' | 'closed' = 'opening';
  function close(): void {
    if (state !== 'closed') socket.close();
    state = 'closed';
  }
  socket.on('connect', () => {
    state = 'open';
    onOpen();
  });
  socket.on('message', onData);
  // The name of the host is not known.
  socket.on('error', () => {
    if (state === 'opening') close();
  });
  socket.on('close', onClose);
  socket.connect(port, host);
  return {
    write(bytes, onWritten) {
      socket.send(bytes, () => {
        onWritten();
      });
    },
    close,
  };
}

const SOCKETS = { tcp: openTcp, udp: openUdp, http: openHttp } as const;
