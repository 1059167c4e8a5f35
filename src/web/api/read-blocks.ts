import type { BrowserClock } from '../browser-clock.js';
import { createSseParser, type SseBlock } from './sse.js';

export type BlockReading = {
  readonly body: ReadableStream<Uint8Array>;
  readonly clock: Pick<BrowserClock, 'after'>;
  /** ends it, also when the line turns out to be dead */
  readonly own: AbortController;
  readonly onBlocks: (blocks: readonly SseBlock[]) => void;
};

/** The gateway gives a sign of life every 15 s: after so long without one the line is dead. */
const SILENCE_MS = 40_000;

/** Reads server-sent events to their end; each piece that comes is told, also one without a whole block. */
export async function readBlocks({ body, clock, own, onBlocks }: BlockReading): Promise<void> {
  const parse = createSseParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const cancelSilence = clock.after(SILENCE_MS, () => {
      own.abort();
    });
    const { done, value } = await reader.read().finally(cancelSilence);
    if (done) return;
    onBlocks(parse(decoder.decode(value, { stream: true })));
  }
}
