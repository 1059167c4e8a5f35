import type { PortLine } from '../../schema/ports/port-line.js';
import type { BrowserClock } from '../clock/browser-clock.js';
import { readFailure, type Api, type ApiFailure } from './client.js';
import { readSseEvents } from './read-sse-events.js';

export type PortLineListener = {
  /** the stream of the port has started */
  readonly onLive: () => void;
  readonly onLine: (line: PortLine) => void;
  /** The stream has ended or was refused. */
  readonly onEnd: (failure: ApiFailure) => void;
};

export type StreamPortLinesOptions = {
  readonly open: Api['open'];
  readonly clock: Pick<BrowserClock, 'after'>;
  readonly path: string;
};

/** Streams the lines of a port; returns the function that ends it, after which no callback runs. */
export function streamPortLines({ open, clock, path }: StreamPortLinesOptions, listener: PortLineListener): () => void {
  const controller = new AbortController();
  let disposed = false;

  async function read(): Promise<ApiFailure> {
    const response = await open(`/api/ports/lines?path=${encodeURIComponent(path)}`, {}, controller.signal);
    if (!response.ok || response.body === null) return readFailure(response);
    await readSseEvents({
      body: response.body,
      clock,
      controller,
      onEvents(events) {
        if (disposed) return;
        listener.onLive();
        for (const { event, data } of events) {
          if (event === 'line' && data !== '') listener.onLine(JSON.parse(data) as PortLine);
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

const UNREACHABLE: ApiFailure = { ok: false, code: 'unreachable', message: '' };
