import type { Socket } from 'node:net';
import type { ListenerRefusal } from '../../schema/ports/listener.js';
import { addressOf } from '../../schema/ports/port-path.js';
import { withTimeout } from '../../time/with-timeout.js';
import { PortError } from '../transport/port-error.js';
import type { Port } from '../transport/port-types.js';
import { createStreamPort, type Transport } from '../transport/stream-port.js';
import { createTcpTransport } from '../transport/tcp-port.js';
import type { PeerSession } from './peer-session.js';
import type { Peer } from './peers.js';
import type { ListenerContext } from './transport.js';

/** A tracker's connection. */
export type TcpConnection = {
  /** Why it has to be closed now; undefined if it may stay. `now`: ms of the timers */
  readonly overdue: (now: number) => ListenerRefusal | undefined;
  /** Stops reading, settles and acknowledges what was received, within a limit, then closes. */
  readonly finish: () => Promise<void>;
  /** Closes at once; `reason` is counted. Resolves when every report is settled. */
  readonly close: (reason?: ListenerRefusal) => Promise<void>;
};

type TcpConnectionOptions = {
  readonly socket: Socket;
  readonly host: string;
  /** Called once, with the first frame. */
  readonly onFirstFrame: () => void;
  /** Called with each report of a registered device that is stored. */
  readonly onRegistered: () => void;
  /** Called once, when the connection is being closed; `settled` resolves when every report is settled. */
  readonly onClosed: (settled: Promise<void>) => void;
};

/** The store may be stuck: a connection that ends does not wait longer for its replies. */
const MAX_FINISH_MS = 5_000;

type ConnectionRecord = {
  readonly context: ListenerContext;
  readonly options: TcpConnectionOptions;
  readonly peer: Peer;
  readonly stream: Port;
  readonly session: PeerSession;
  readonly held: ReturnType<ListenerContext['shared']['heldBytes']['open']>;
  readonly openedAt: number;
  lastByteAt: number | undefined;
  hasFrame: boolean;
  /** `discardedBytes` at the last frame */
  discardedAtFrame: number;
  readonly flow: Flow;
  closing: Promise<void> | undefined;
};

/** What the session and the connection both change. The session writes its greeting before the connection is there. */
type Flow = {
  /** too many reports of this connection are not settled */
  isSessionFull: boolean;
  /** too many bytes of all connections are not settled: ends the wait for room */
  cancelRoom: (() => void) | undefined;
  lastWrite: Promise<unknown>;
};

export function openTcpConnection(context: ListenerContext, options: TcpConnectionOptions): TcpConnection {
  const { peers, gateway, timers, shared } = context;
  const { socket, host } = options;
  const peer = peers.add(host, socket.remotePort ?? 0, gateway.now());
  const stream = createStreamPort(
    withFinish(createTcpTransport(socket), socket, () => settle(connection)),
    {
      path: addressOf(peer),
      baudRate: null,
      onData(chunk) {
        onData(connection, chunk);
      },
      onClose() {
        void close(connection);
      },
    },
  );
  const flow: Flow = { isSessionFull: false, cancelRoom: undefined, lastWrite: Promise.resolve() };
  const onNotReading = (): void => void close(connection, 'not_reading');
  const connection: ConnectionRecord = {
    ...{ context, options, peer, stream, flow },
    // The first data arrives in a later turn.
    session: context.openSession(peer, sessionPort(stream, flow, onNotReading), {
      onRegistered: options.onRegistered,
    }),
    held: shared.heldBytes.open(() => void close(connection, 'bytes_limit')),
    openedAt: timers.now(),
    lastByteAt: undefined,
    hasFrame: false,
    ...{ discardedAtFrame: 0, closing: undefined },
  };
  return {
    overdue: (now) => overdue(connection, now),
    async finish() {
      stream.pause();
      await settle(connection);
      await close(connection);
    },
    close: (reason) => close(connection, reason),
  };
}

/** A tracker may close its side after a report and wait for the reply. */
const withFinish = (transport: Transport, socket: Socket, settled: () => Promise<void>): Transport => ({
  ...transport,
  async read(signal, onWaiting) {
    try {
      return await transport.read(signal, onWaiting);
    } catch (error) {
      if (socket.readableEnded && !signal.aborted) await settled();
      throw error;
    }
  },
});

/** The port of the session: a tracker that does not read its replies is disconnected. */
const sessionPort = (stream: Port, flow: Flow, onNotReading: () => void): Port => ({
  ...stream,
  write(data) {
    const written = stream.write(data).catch((error: unknown) => {
      if (error instanceof PortError && error.fault === 'busy') onNotReading();
      throw error;
    });
    flow.lastWrite = written.catch(() => undefined);
    return written;
  },
  pause() {
    flow.isSessionFull = true;
    stream.pause();
  },
  resume() {
    flow.isSessionFull = false;
    if (flow.cancelRoom === undefined) stream.resume();
  },
});

function onData(connection: ConnectionRecord, chunk: Uint8Array): void {
  const { context, options, peer, session } = connection;
  const { counters } = peer;
  connection.lastByteAt = context.timers.now();
  const isDecoded = session.onData(chunk, counters.input.held + chunk.length);
  if (isDecoded) {
    connection.discardedAtFrame = counters.discardedBytes;
    if (!connection.hasFrame) options.onFirstFrame();
    connection.hasFrame = true;
  }
  connection.held.set(counters.input.held);
  if (counters.discardedBytes - connection.discardedAtFrame > context.limits.noiseBytes) {
    void close(connection, 'noise');
  }
  waitForRoom(connection);
}

/** Does not read while too many bytes of all connections wait for the store. */
function waitForRoom(connection: ConnectionRecord): void {
  const { context, stream, flow } = connection;
  const { unsettledBytes } = context.shared;
  if (flow.cancelRoom !== undefined || connection.closing !== undefined || !unsettledBytes.isFull()) return;
  stream.pause();
  flow.cancelRoom = unsettledBytes.onRoom(() => {
    flow.cancelRoom = undefined;
    if (!flow.isSessionFull) stream.resume();
  });
}

function overdue(connection: ConnectionRecord, now: number): ListenerRefusal | undefined {
  const { openedAt, lastByteAt, hasFrame, context } = connection;
  const { firstByteMs, firstFrameMs, silenceMs } = context.limits;
  if (lastByteAt === undefined) return now - openedAt >= firstByteMs ? 'no_data' : undefined;
  if (!hasFrame) return now - openedAt >= firstFrameMs ? 'no_frame' : undefined;
  return now - lastByteAt >= silenceMs ? 'silent' : undefined;
}

/** Resolves when what was received is stored and acknowledged, or after a limit. */
const settle = ({ context, session, flow }: ConnectionRecord): Promise<void> =>
  withTimeout(
    context.timers,
    MAX_FINISH_MS,
    session.flush().then(() => flow.lastWrite),
  );

function close(connection: ConnectionRecord, reason?: ListenerRefusal): Promise<void> {
  if (connection.closing === undefined && reason !== undefined) connection.context.refuse(reason);
  return (connection.closing ??= end(connection));
}

async function end(connection: ConnectionRecord): Promise<void> {
  const { context, options, peer, stream, session, held } = connection;
  held.close();
  connection.flow.cancelRoom?.();
  const settled = Promise.all([session.end(), stream.close()]).then(() => {
    context.peers.remove(peer);
  });
  options.onClosed(settled);
  await settled;
}
