import { createGenerationalCache } from '../generational-cache.js';
import { sixBits, type Payload } from './payload.js';

const WINDOW_MS = 10_000;
const GENERATION_SIZE = 1_024;

/**
 * Knows messages that were just heard: two receivers or channels give the same one, and repeaters send it again with
 * their count in bits 6 and 7 (ITU-R M.1371-5, Annex 2, 4.6.1). `receivedAt`: ms since 1970.
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

/** The second character of a message as it would be at first hand: its first two bits are the count. */
const withoutRepeatCount = (code: number): string => String.fromCharCode(sixBits(code) & 0x0f);
