import type { BrowserClock } from '../clock/browser-clock.js';
import { readFailure, type Api, type ApiFailure } from './client.js';
import { readSseEvents } from './read-sse-events.js';

export type LineListener<T> = {
  /** the stream has started */
  readonly onLive: () => void;
  readonly onLine: (line: T) => void;
  /** The stream has ended or was refused. */
  readonly onEnd: (failure: ApiFailure) => void;
};

export type StreamLinesOptions = {
  readonly open: Api['open'];
  readonly clock: Pick<BrowserClock, 'after'>;
  /** of the stream, with its query */
  readonly address: string;
};

/** Streams server-sent events `line`; returns the function that ends it, after which no callback runs. */
export function streamLines<T>({ open, clock, address }: StreamLinesOptions, listener: LineListener<T>): () => void {
  const controller = new AbortController();
  let disposed = false;

  async function read(): Promise<ApiFailure> {
    const response = await open(address, {}, controller.signal);
    if (!response.ok || response.body === null) return readFailure(response);
    await readSseEvents({
      body: response.body,
      clock,
      controller,
      onEvents(events) {
        if (disposed) return;
        listener.onLive();
        for (const { event, data } of events) {
          if (event === 'line' && data !== '') listener.onLine(JSON.parse(data) as T);
        }
      },
    });
    return UNREACHABLE;
  }

  read()
    .catch(() => UNREACHABLE)
    .then((failure) => {
      controller.abort();
      if (!disposed) listener.onEnd(failure);
    })
    .catch(() => undefined);

  return () => {
    disposed = true;
    controller.abort();
  };
}

const UNREACHABLE: ApiFailure = { ok: false, code: 'unreachable', text: '' };
