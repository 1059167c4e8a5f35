import { createLengthPrefixedFramer } from '../../../framing/length-prefixed.js';
import { createRequester, type Requester } from '../../provision.js';
import { readFromRadio, type FromRadio } from '../from-radio.js';
import { FRAME_START, MAX_FRAME_BYTES, toFullNonce } from '../to-radio.js';

/** The cable to a node, for who has something of their own to ask it. */
export type SerialApi = {
  readonly request: Requester<FromRadio>;
  /** a number of one's own for a question or a packet, another each time */
  readonly nextId: () => number;
};

/**
 * ms in which a question is answered: a node tells of a few hundred others in half of it, and answers nothing before all
 * that anybody asked for is told.
 */
export const RESPONSE_TIMEOUT_MS = 8_000;

/** `nonce`: 32 bits by chance, so that the numbers are nobody else's. */
export function createSerialApi(nonce: number): SerialApi {
  let lastId = nonce;
  return {
    request: createRequester(
      createLengthPrefixedFramer({
        start: FRAME_START,
        maxBytes: MAX_FRAME_BYTES,
        // What was read may be looked at when the chunk is gone.
        read: (content) => readFromRadio(Uint8Array.from(content)),
      }),
    ),
    nextId() {
      lastId = toFullNonce(lastId + 1);
      return lastId;
    },
  };
}
