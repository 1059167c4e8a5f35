import { Readable } from 'node:stream';
import { success, type Result } from '../errors.js';
import type { EventReceiver } from '../services/events/subscriber.js';
import type { StreamResponse } from './route.js';

export const EVENT_STREAM = 'text/event-stream';
/** Proxies must neither cache nor buffer events. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

/** Bytes buffered per client, in addition to those in the kernel. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** The client waits this long before it reconnects, ms. */
const RETRY_MS = 3_000;

/** An event without data only advances the last event id of the client. */
type StreamedEvent = { readonly id?: number; readonly type: string; readonly data?: unknown };

// Most events go to many clients; each is serialized once.
const serialized = new WeakMap<StreamedEvent, string>();

function textOf(event: StreamedEvent): string {
  let text = serialized.get(event);
  if (text === undefined) serialized.set(event, (text = serialize(event)));
  return text;
}

/** A block without data sets the last event id and raises no event. JSON text contains no line ends. */
function serialize(event: StreamedEvent): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return event.data === undefined ? `${id}\n` : `event: ${event.type}\n${id}data: ${JSON.stringify(event.data)}\n\n`;
}

/** Server-sent events (WHATWG HTML, 9.2) as a stream of bytes. */
export type EventStream = Pick<EventReceiver, 'heartbeat' | 'isFull' | 'isDrained' | 'drained' | 'end'> & {
  readonly send: (event: StreamedEvent) => void;
  readonly readable: Readable;
  /** called once the client has disconnected or the stream has ended */
  readonly onClose: (listener: () => void) => void;
};

export function createEventStream(): EventStream {
  let buffer = `retry: ${RETRY_MS}\n\n`;
  let flushing: NodeJS.Immediate | undefined = setImmediate(flush);
  let drainWaiters: (() => void)[] = [];
  let ended = false;

  const readable = new Readable({
    // `read` is called only when nothing is left.
    highWaterMark: 1,
    read: wakeWaiters,
    destroy(error, done) {
      clearImmediate(flushing);
      buffer = '';
      wakeWaiters();
      done(error);
    },
  });
  const isEnded = (): boolean => ended || readable.destroyed;
  const isDrained = (): boolean => isEnded() || (buffer === '' && readable.readableLength === 0);

  /** A reader of `readable` events is not paused, although its stream does not flow. */
  const isPaused = (): boolean => readable.readableFlowing === false && readable.listenerCount('readable') === 0;

  function wakeWaiters(): void {
    const waiters = drainWaiters;
    drainWaiters = [];
    for (const resolve of waiters) resolve();
  }

  /** Events of one turn of the event loop are written together. */
  function enqueue(text: string): void {
    if (isEnded()) return;
    buffer += text;
    flushing ??= setImmediate(flush);
  }

  function flush(): void {
    flushing = undefined;
    if (buffer !== '') readable.push(buffer);
    buffer = '';
  }

  return {
    readable,
    onClose(listener) {
      readable.once('close', listener);
    },
    send(event) {
      enqueue(textOf(event));
    },
    heartbeat() {
      enqueue(': \n\n');
    },
    isFull: () => buffer.length + readable.readableLength >= MAX_BUFFERED_BYTES,
    isDrained,
    drained: () => (isDrained() ? Promise.resolve() : new Promise((resolve) => drainWaiters.push(resolve))),
    end() {
      if (isEnded()) return;
      clearImmediate(flushing);
      flush();
      ended = true;
      // A client that does not read would not receive the end either: what it has not read is here, or in the response
      // that has paused this stream.
      if (readable.readableLength > 0 || isPaused()) readable.destroy();
      else readable.push(null);
    },
  };
}

/** Responds with a stream that `subscribe` feeds; what it returns is called once the client has gone. */
export async function respondWithStream(
  subscribe: (stream: EventStream) => Result<() => void> | Promise<Result<() => void>>,
): Promise<Result<StreamResponse>> {
  const stream = createEventStream();
  const subscribed = await subscribe(stream);
  if (!subscribed.ok) {
    stream.end();
    return subscribed;
  }
  stream.onClose(subscribed.value);
  return success({ stream: stream.readable, contentType: EVENT_STREAM, headers: HEADERS });
}
