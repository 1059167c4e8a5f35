import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DEFAULT_CONNECTIONS } from '../../schema/config/listener-config.js';
import { withTimeout } from '../../time/with-timeout.js';
import { plainAddress } from '../../schema/ports/network.js';
import type { ListenerRefusal } from '../../schema/ports/listener.js';
import { createConnectionRoom, type ConnectionRoom } from './connection-room.js';
import { answerRequest } from './http-request.js';
import { listen } from './listen.js';
import type { Peer } from './peers.js';
import type { ListenerContext, ListenerSocket } from './transport.js';

/** URL and headers together. */
const MAX_HEADER_BYTES = 8_192;
const MAX_HEADERS = 64;
/** Requests of a connection that are not answered; a telephone waits for each response. */
const MAX_UNANSWERED = 8;
/** The store may be stuck: a listener that closes does not wait longer for its responses. */
const MAX_CLOSE_MS = 5_000;

type HttpConnection = {
  readonly socket: Socket;
  readonly peer: Peer;
  readonly onRegistered: () => void;
  unanswered: number;
  isClosed: boolean;
  readonly close: (reason: ListenerRefusal) => void;
};

type HttpListener = {
  readonly context: ListenerContext;
  readonly room: ConnectionRoom<HttpConnection>;
  readonly bySocket: WeakMap<Duplex, HttpConnection>;
  server: Server | undefined;
  readonly requests: Set<Promise<void>>;
};

/** Accepts HTTP requests of telephones and trackers, each a protocol session of its own, within the limits. */
export function createHttpListener(context: ListenerContext): ListenerSocket {
  const maxConnections = context.config.maxConnections ?? DEFAULT_CONNECTIONS;
  const room = createConnectionRoom<HttpConnection>(context, maxConnections);
  const listener: HttpListener = { context, room, bySocket: new WeakMap(), server: undefined, requests: new Set() };
  return { maxConnections, open: () => open(listener), close: () => close(listener) };
}

async function open(listener: HttpListener): Promise<void> {
  const { limits } = listener.context;
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.sweepMs,
    keepAliveTimeout: limits.idleMs,
    noDelay: true,
  });
  server.maxHeadersCount = MAX_HEADERS;
  // A client that does not read its response.
  server.timeout = 2 * limits.idleMs;
  server.on('connection', (socket) => {
    accept(listener, socket);
  });
  server.on('request', (request, response) => {
    onRequest(listener, request, response);
  });
  server.on('clientError', (error, socket) => {
    onClientError(listener, error, socket);
  });
  await listen(server, listener.context);
  listener.server = server;
}

async function close({ context, server, requests }: HttpListener): Promise<void> {
  const closed = server?.listening === true ? once(server, 'close') : undefined;
  server?.close();
  await withTimeout(context.timers, MAX_CLOSE_MS, Promise.all(requests));
  server?.closeAllConnections();
  await closed;
}

function accept({ context, room, bySocket }: HttpListener, socket: Socket): void {
  const { peers, gateway, refuse } = context;
  const host = plainAddress(socket.remoteAddress ?? '');
  if (host === '' || !context.admits(host) || !room.make(host)) {
    socket.destroy();
    return;
  }
  const connection: HttpConnection = {
    socket,
    peer: peers.add(host, socket.remotePort ?? 0, gateway.now()),
    onRegistered() {
      room.onRegistered(host, connection);
    },
    unanswered: 0,
    isClosed: false,
    close(reason) {
      refuse(reason);
      // Not later: a newer connection takes its room, and more requests may be in the buffer.
      connection.isClosed = true;
      room.remove(host, connection);
      socket.destroy();
    },
  };
  bySocket.set(socket, connection);
  room.add(host, connection);
  socket.once('close', () => {
    connection.isClosed = true;
    room.remove(host, connection);
    if (connection.unanswered === 0) peers.remove(connection.peer);
  });
}

function onRequest(listener: HttpListener, request: IncomingMessage, response: ServerResponse): void {
  const { context, room, bySocket, requests } = listener;
  const connection = bySocket.get(request.socket);
  if (connection === undefined || connection.isClosed) return;
  if (connection.unanswered >= MAX_UNANSWERED) {
    connection.close('queue_full');
    return;
  }
  connection.unanswered += 1;
  const answered = answerRequest(context, connection, request, response).then((isAccepted) => {
    connection.unanswered -= 1;
    requests.delete(answered);
    if (isAccepted) room.onFrame(connection.peer.host, connection);
    if (connection.isClosed && connection.unanswered === 0) context.peers.remove(connection.peer);
  });
  requests.add(answered);
}

const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Not HTTP, too large, or too slow. */
function onClientError({ context, bySocket }: HttpListener, error: NodeJS.ErrnoException, socket: Duplex): void {
  const connection = bySocket.get(socket);
  if (connection === undefined || connection.isClosed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request';
  context.refuse('bad_request');
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // Its small response is in the buffer of the system.
  connection.socket.destroySoon();
}
