import { createPrefixedFramer } from '../../framing/prefixed.js';
import { createAsking, type Ask } from '../provision.js';
import { readFromRadio, type FromRadio } from './from-radio.js';
import { frameStart, maxFrameBytes, nonceFrom } from './to-radio.js';

/** The cable to a node, for who has something of their own to ask it. */
export type Cable = {
  readonly ask: Ask<FromRadio>;
  /** a number of one's own for a question or a packet, another each time */
  readonly number: () => number;
};

/**
 * ms in which a question is answered: a node tells of a few hundred others in half of it, and answers nothing before all
 * that anybody asked for is told.
 */
export const answerMs = 8_000;

/** `nonce`: 32 bits by chance, so that the numbers are nobody else's. */
export function createCable(nonce: number): Cable {
  let latest = nonce;
  return {
    ask: createAsking(
      createPrefixedFramer({
        start: frameStart,
        maxBytes: maxFrameBytes,
        // What was read may be looked at when the chunk is gone.
        read: (content) => readFromRadio(Uint8Array.from(content)),
      }),
    ),
    number() {
      latest = nonceFrom(latest + 1);
      return latest;
    },
  };
}
