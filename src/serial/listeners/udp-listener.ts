import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { withTimeout } from '../../time/with-timeout.js';
import type { Protocol } from '../../protocols/protocol.js';
import { plainAddress } from '../../schema/ports/network.js';
import type { Port } from '../transport/port-types.js';
import { explainListenError } from './listen-error.js';
import type { PeerSession } from './peer-session.js';
import type { Peer } from './peers.js';
import { createReplyPort } from './reply-port.js';
import type { ListenerContext, ListenerSocket } from './transport.js';

/** What the kernel may hold while the process is busy; it allows less where net.core.rmem_max is smaller. */
const RECEIVE_BUFFER_BYTES = 1_048_576;
/** The store may be stuck: a listener that closes does not wait longer for its datagrams. */
const MAX_CLOSE_MS = 5_000;

/** A sender that is not remembered any more stays until its datagrams are settled. */
type Sender = { readonly key: string; readonly peer: Peer; unsettled: number; isForgotten: boolean };

type UdpListener = {
  readonly context: ListenerContext;
  socket: Socket | undefined;
  /** the one that sent least recently first */
  readonly senders: Map<string, Sender>;
  /** the datagrams that are not settled */
  readonly waiting: Map<PeerSession, Promise<void>>;
  waitingBytes: number;
  /** the replies that the kernel has not taken yet */
  readonly replies: Set<Promise<void>>;
};

/** Receives the datagrams of trackers, each a protocol session of its own, and replies to their senders. */
export function createUdpListener(context: ListenerContext): ListenerSocket {
  const listener: UdpListener = {
    ...{ context, socket: undefined, senders: new Map(), waiting: new Map(), waitingBytes: 0, replies: new Set() },
  };
  return { maxConnections: null, open: () => open(listener), close: () => close(listener) };
}

async function open(listener: UdpListener): Promise<void> {
  const { config, path, onLost } = listener.context;
  const { host, port } = config;
  const type = isIPv6(host) ? 'udp6' : 'udp4';
  const socket = createSocket({ type, recvBufferSize: RECEIVE_BUFFER_BYTES });
  try {
    socket.bind({ address: host, port, exclusive: true });
    await once(socket, 'listening');
  } catch (error) {
    throw explainListenError(path, config, error);
  }
  socket.on('error', (error) => {
    if (listener.socket !== socket) return;
    listener.socket = undefined;
    socket.close();
    onLost(error.message);
  });
  socket.on('message', (bytes, sender) => {
    onDatagram(listener, bytes, sender);
  });
  listener.socket = socket;
}

async function close(listener: UdpListener): Promise<void> {
  const { context, waiting } = listener;
  const { socket } = listener;
  socket?.removeAllListeners('message');
  await withTimeout(context.timers, MAX_CLOSE_MS, Promise.all(waiting.values()));
  await Promise.all([...waiting.keys()].map((session) => session.end()));
  await Promise.all(waiting.values());
  await Promise.allSettled(listener.replies);
  listener.socket = undefined;
  if (socket === undefined) return;
  socket.close();
  await once(socket, 'close');
}

function onDatagram(listener: UdpListener, datagram: Uint8Array, { address, port }: RemoteInfo): void {
  const { context, waiting } = listener;
  const { limits, refuse } = context;
  const host = plainAddress(address);
  const bytes = withLineEnd(datagram, context.protocol);
  if (!context.admits(host)) return;
  if (waiting.size >= limits.waitingDatagrams || listener.waitingBytes + bytes.length > limits.waitingDatagramBytes) {
    // Without an acknowledgement, the tracker sends it again.
    refuse('queue_full');
    return;
  }
  const sender = senderOf(listener, host, port);
  const session = context.openSession(sender.peer, replyPort(listener, address, port), { isDatagram: true });
  listener.waitingBytes += bytes.length;
  sender.unsettled += 1;
  session.onData(bytes, bytes.length);
  waiting.set(session, settle(listener, session, sender, bytes.length));
}

const CR = 0x0d;
const LF = 0x0a;

/** Ends the last line of a datagram as its protocol does, so that its own end may be missing. */
function withLineEnd(datagram: Uint8Array, { lineBased, lineEndByte }: Protocol): Uint8Array {
  const lineEnd = lineEndByte ?? (lineBased === true ? LF : undefined);
  let end = datagram.length;
  while (datagram[end - 1] === CR || datagram[end - 1] === LF) end -= 1;
  const isEnded = datagram[end - 1] === lineEnd || (end < datagram.length && (lineEnd === CR || lineEnd === LF));
  if (lineEnd === undefined || end === 0 || isEnded) return datagram;
  return Buffer.concat([datagram.subarray(0, end), Uint8Array.of(lineEnd)]);
}

async function settle(listener: UdpListener, session: PeerSession, sender: Sender, bytes: number): Promise<void> {
  await session.flush();
  await session.end();
  listener.waiting.delete(session);
  listener.waitingBytes -= bytes;
  sender.unsettled -= 1;
  if (sender.isForgotten && sender.unsettled === 0) listener.context.peers.remove(sender.peer);
}

function senderOf({ context, senders }: UdpListener, host: string, port: number): Sender {
  const { peers, gateway, limits } = context;
  const key = `${host} ${port}`;
  const sender = senders.get(key) ?? {
    ...{ key, peer: peers.add(host, port, gateway.now()), unsettled: 0, isForgotten: false },
  };
  senders.delete(key);
  senders.set(key, sender);
  const [oldest] = senders.values();
  if (senders.size > limits.senders && oldest !== undefined) {
    senders.delete(oldest.key);
    oldest.isForgotten = true;
    if (oldest.unsettled === 0) peers.remove(oldest.peer);
  }
  return sender;
}

/** The port of the session of one datagram: what it writes goes to the sender. */
const replyPort = (listener: UdpListener, address: string, port: number): Port =>
  createReplyPort((data) => {
    const written = new Promise<void>((resolve, reject) => {
      if (listener.socket === undefined) reject(new Error('the listener is closed'));
      else {
        listener.socket.send(data, port, address, (error) => {
          if (error === null) resolve();
          else reject(error);
        });
      }
    });
    listener.replies.add(written);
    const forget = (): void => void listener.replies.delete(written);
    written.then(forget, forget);
    return written;
  });
