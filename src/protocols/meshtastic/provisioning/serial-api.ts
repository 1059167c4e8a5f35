import { createLengthPrefixedFramer } from '../../../framing/length-prefixed.js';
import { createRequester, type Requester } from '../../provision.js';
import { readFromRadio, type FromRadio } from '../from-radio.js';
import { FRAME_START, MAX_FRAME_BYTES, toFullNonce } from '../to-radio.js';

/** Requests to the connected node. */
export type SerialApi = {
  readonly request: Requester<FromRadio>;
  /** a new number for a request or a packet */
  readonly nextId: () => number;
};

/**
 * A node replies only after it has sent everything requested before, by any client; a few hundred other nodes take half
 * this time.
 */
export const RESPONSE_TIMEOUT_MS = 8_000;

/** `nonce`: 32 random bits, so that other clients use other numbers. */
export function createSerialApi(nonce: number): SerialApi {
  let lastId = nonce;
  return {
    request: createRequester(
      createLengthPrefixedFramer({
        start: FRAME_START,
        maxBytes: MAX_FRAME_BYTES,
        // Copied, because the message may outlive the chunk.
        read: (content) => readFromRadio(Uint8Array.from(content)),
      }),
    ),
    nextId() {
      lastId = toFullNonce(lastId + 1);
      return lastId;
    },
  };
}
