import type { Framed, Framer } from '../framing/framer.js';
import { countDiscarded, type Counters } from './counters.js';

type CountedFramer<Frame> = {
  readonly push: (chunk: Uint8Array) => readonly Framed<Frame>[];
  readonly flush: () => readonly Framed<Frame>[];
  /** Discards the held bytes. */
  readonly end: () => void;
};

/** A framer that counts the bytes that it takes, holds, and leaves out between frames. */
export function createCountedFramer<Frame>(framer: Framer<Frame>, counters: Counters): CountedFramer<Frame> {
  const { input } = counters;
  /** bytes that were taken and are in no item */
  let held = 0;

  function setHeld(bytes: number): void {
    input.held += bytes - held;
    held = bytes;
  }

  function settle(items: readonly Framed<Frame>[]): readonly Framed<Frame>[] {
    const stillHeld = framer.heldBytes();
    let delimiters = held - stillHeld;
    for (const { bytes } of items) delimiters -= bytes;
    input.delimiters += delimiters;
    setHeld(stillHeld);
    return items;
  }

  return {
    push(chunk) {
      counters.bytes += chunk.length;
      // If the framer throws, these bytes are discarded with the session.
      setHeld(held + chunk.length);
      return settle(framer.push(chunk));
    },
    flush: () => (framer.flush === undefined ? [] : settle(framer.flush())),
    end() {
      countDiscarded(counters, held, 'cut');
      setHeld(0);
    },
  };
}
