import { createLatest } from '../latest.js';
import { sixBits, type Payload } from './payload.js';

const withinMs = 10_000;
const most = 1_024;

/**
 * Knows messages that were just heard: two receivers or channels give the same one, and repeaters send it again with
 * their count in bits 6 and 7 (ITU-R M.1371-5, Annex 2, 4.6.1). `receivedAt`: ms since 1970.
 */
export function createRepeats(): (payload: Payload, receivedAt: number) => boolean {
  const heard = createLatest<number>(most);
  return ({ armour }, receivedAt) => {
    const key = armour.charAt(0) + withoutCount(armour.charCodeAt(1)) + armour.slice(2);
    const before = heard.get(key);
    if (before !== undefined && Math.abs(receivedAt - before) <= withinMs) return true;
    heard.set(key, receivedAt);
    return false;
  };
}

/** The second character of a message as it would be at first hand: its first two bits are the count. */
const withoutCount = (code: number): string => String.fromCharCode(sixBits(code) & 0x0f);
