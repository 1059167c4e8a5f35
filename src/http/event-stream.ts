import { Readable } from 'node:stream';
import type { EventReceiver } from '../services/events/subscriber.js';
import type { StreamResponse } from './route.js';

export const EVENT_STREAM = 'text/event-stream';
/** Nothing on the way may keep events, to give them out later or all at once. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

/** Bytes that may wait for a client, beside what the kernel holds for him. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** The client's wait before he comes back, ms. */
const RETRY_MS = 3_000;

/** One without data moves the client's place alone. */
export type StreamedEvent = { readonly id?: number; readonly type: string; readonly data?: unknown };

// Most events go to many clients, in the same words.
const serialized = new WeakMap<StreamedEvent, string>();

function textOf(event: StreamedEvent): string {
  let text = serialized.get(event);
  if (text === undefined) serialized.set(event, (text = serialize(event)));
  return text;
}

/** A block without data moves the client's place, and no event comes of it. JSON has no line ends of its own. */
function serialize(event: StreamedEvent): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return event.data === undefined ? `${id}\n` : `event: ${event.type}\n${id}data: ${JSON.stringify(event.data)}\n\n`;
}

/** Server-sent events (WHATWG HTML, 9.2) as a stream of bytes; `onClose` hears that nobody reads it any more. */
export type EventStream = Omit<EventReceiver, 'send'> & {
  readonly send: (event: StreamedEvent) => void;
  readonly readable: Readable;
  readonly onClose: (listener: () => void) => void;
};

export function createEventStream(): EventStream {
  let buffer = `retry: ${RETRY_MS}\n\n`;
  let flushing: NodeJS.Immediate | undefined = setImmediate(flush);
  let waiting: (() => void)[] = [];
  let ended = false;

  const readable = new Readable({
    // So that it asks for more when it has nothing left, and not before.
    highWaterMark: 1,
    read: wake,
    destroy(error, done) {
      clearImmediate(flushing);
      buffer = '';
      wake();
      done(error);
    },
  });
  const isOver = (): boolean => ended || readable.destroyed;
  const isDrained = (): boolean => isOver() || (buffer === '' && readable.readableLength === 0);

  function wake(): void {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  }

  /** All that one turn of the event loop brings is written at once. */
  function enqueue(text: string): void {
    if (isOver()) return;
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
    drained: () => (isDrained() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    end() {
      if (isOver()) return;
      clearImmediate(flushing);
      flush();
      ended = true;
      // Who does not read would not see the end either.
      if (readable.readableLength > 0) readable.destroy();
      else readable.push(null);
    },
  };
}

export const respondWithStream = ({ readable }: Pick<EventStream, 'readable'>): StreamResponse => ({
  stream: readable,
  contentType: EVENT_STREAM,
  headers: HEADERS,
});
