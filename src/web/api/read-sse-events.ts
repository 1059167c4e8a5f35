import type { BrowserClock } from '../clock/browser-clock.js';
import { createSseParser, type SseEvent } from './sse-parser.js';

export type ReadSseEventsOptions = {
  readonly body: ReadableStream<Uint8Array>;
  readonly clock: Pick<BrowserClock, 'after'>;
  /** aborts the request, also when the connection is dead */
  readonly controller: AbortController;
  readonly onEvents: (events: readonly SseEvent[]) => void;
};

/** The gateway sends a heartbeat every 10 s; after this time without one the connection is dead. */
const IDLE_TIMEOUT_MS = 20_000;

/** Reads server-sent events to the end; the callback runs for each chunk, even without a complete block. */
export async function readSseEvents({ body, clock, controller, onEvents }: ReadSseEventsOptions): Promise<void> {
  const parse = createSseParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const cancelTimeout = clock.after(IDLE_TIMEOUT_MS, () => {
      controller.abort();
    });
    const { done, value } = await reader.read().finally(cancelTimeout);
    if (done) return;
    onEvents(parse(decoder.decode(value, { stream: true })));
  }
}
