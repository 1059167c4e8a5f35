import { createGenerationalCache } from '../generational-cache.js';
import { sixBits, type Payload } from './payload.js';

const WINDOW_MS = 10_000;
const GENERATION_SIZE = 1_024;

/**
 * Detects messages received twice: over two receivers or channels, or from repeaters, which change the repeat count in bits
 * 6 and 7 (ITU-R M.1371-5, Annex 2, 4.6.1). `receivedAt`: ms since 1970.
 */
export function createPayloadDedup(): (payload: Payload, receivedAt: number) => boolean {
  const receivedTimes = createGenerationalCache<number>(GENERATION_SIZE);
  return ({ armor }, receivedAt) => {
    const key = armor.charAt(0) + withoutRepeatCount(armor.charCodeAt(1)) + armor.slice(2);
    const previous = receivedTimes.get(key);
    if (previous !== undefined && Math.abs(receivedAt - previous) <= WINDOW_MS) return true;
    receivedTimes.set(key, receivedAt);
    return false;
  };
}

/** The second character with a repeat count of 0; the count is its first two bits. */
const withoutRepeatCount = (code: number): string => String.fromCharCode(sixBits(code) & 0x0f);
