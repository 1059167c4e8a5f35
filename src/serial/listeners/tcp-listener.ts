import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { DEFAULT_CONNECTIONS } from '../../schema/config/listener-config.js';
import { plainAddress } from '../../schema/ports/network.js';
import { createConnectionRoom, type ConnectionRoom } from './connection-room.js';
import { listen } from './listen.js';
import { openTcpConnection, type TcpConnection } from './tcp-connection.js';
import type { ListenerContext, ListenerSocket } from './transport.js';

/** A tracker on a mobile network may sleep for minutes: probes start after this silence. */
const KEEP_ALIVE_MS = 300_000;
/** What Node.js reads ahead of a connection that is not read, besides one read of 64 KiB. */
const READ_AHEAD_BYTES = 4_096;

type TcpListener = {
  readonly context: ListenerContext;
  readonly room: ConnectionRoom<TcpConnection>;
  server: Server | undefined;
  /** closed connections whose reports are not settled */
  readonly settling: Set<Promise<void>>;
  cancelSweep: (() => void) | undefined;
};

/** Accepts the connections of trackers, within the limits. */
export function createTcpListener(context: ListenerContext): ListenerSocket {
  const maxConnections = context.config.maxConnections ?? DEFAULT_CONNECTIONS;
  const room = createConnectionRoom<TcpConnection>(context, maxConnections);
  const listener: TcpListener = { context, room, server: undefined, settling: new Set(), cancelSweep: undefined };
  return { maxConnections, open: () => open(listener), close: () => close(listener) };
}

async function open(listener: TcpListener): Promise<void> {
  const server = createServer({
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    highWaterMark: READ_AHEAD_BYTES,
  });
  server.on('connection', (socket) => {
    accept(listener, socket);
  });
  await listen(server, listener.context);
  listener.server = server;
}

async function close(listener: TcpListener): Promise<void> {
  const { server, room, settling } = listener;
  const closed = server?.listening === true ? once(server, 'close') : undefined;
  server?.close();
  await Promise.all([...room.connections()].map((connection) => connection.finish()));
  await Promise.all(settling);
  listener.cancelSweep?.();
  await closed;
}

function accept(listener: TcpListener, socket: Socket): void {
  const { context, room } = listener;
  const host = plainAddress(socket.remoteAddress ?? '');
  if (host === '' || !context.admits(host) || !room.make(host)) {
    // A socket that was closed meanwhile reports an error.
    socket.on('error', () => undefined);
    socket.destroy();
    return;
  }
  const connection = openTcpConnection(context, {
    ...{ socket, host },
    onFirstFrame() {
      room.onFrame(host, connection);
    },
    onRegistered() {
      room.onRegistered(host, connection);
    },
    onClosed(settled) {
      room.remove(host, connection);
      listener.settling.add(settled);
      void settled.then(() => listener.settling.delete(settled));
    },
  });
  room.add(host, connection);
  scheduleSweep(listener);
}

/** One timer for all connections, only while there are some. */
function scheduleSweep(listener: TcpListener): void {
  const { context, room } = listener;
  listener.cancelSweep ??= context.timers.after(context.limits.sweepMs, () => {
    listener.cancelSweep = undefined;
    const now = context.timers.now();
    for (const connection of room.connections()) {
      const reason = connection.overdue(now);
      if (reason !== undefined) void connection.close(reason);
    }
    if (room.connections().size > 0) scheduleSweep(listener);
  });
}
