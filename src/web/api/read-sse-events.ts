import type { BrowserClock } from '../clock/browser-clock.js';
import { createSseParser, type SseEvent } from './sse-parser.js';

export type ReadSseEventsOptions = {
  readonly body: ReadableStream<Uint8Array>;
  readonly clock: Pick<BrowserClock, 'after'>;
  /** ends it, also when the line turns out to be dead */
  readonly controller: AbortController;
  readonly onEvents: (events: readonly SseEvent[]) => void;
};

/** The gateway gives a sign of life every 15 s: after so long without one the line is dead. */
const IDLE_TIMEOUT_MS = 40_000;

/** Reads server-sent events to their end; each piece that comes is told, also one without a whole block. */
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
