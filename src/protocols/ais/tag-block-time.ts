import { parseHexByte } from '../../framing/hex.js';
import type { Sentence } from '../../framing/sentences.js';

const TAG_BLOCK = /\\([^\\*]+)\*([\dA-F]{2})\\/gi;
/** s or ms since 1970; which, is told by their number (IEC 61162-450, 7.2.3.4) */
const UNIX_TIME = '(\\d{10}|\\d{13})';
const TIME_IN_TAG = new RegExp(`(?:^|,)c:${UNIX_TIME}(?:,|$)`);
const TIME_IN_PREFIX = new RegExp(`(?:^|[^\\d.:-])${UNIX_TIME}[^\\w\\\\.]*$`);
const TIME_IN_TAIL = new RegExp(`,${UNIX_TIME}$`);

/** What is dated before has a clock that was never set. */
const MIN_CREDIBLE_MS = Date.UTC(2015, 0, 1);

/**
 * When the receiver heard the sentence, ms since 1970, by what it wrote before or behind it, else when the gateway did.
 * A time that is still to come is not believed.
 */
export function sentenceTime({ prefix, tail = '' }: Sentence, receivedAt: number): number {
  if (prefix === '' && tail === '') return receivedAt;
  const timeText = readTagBlockTime(prefix) ?? TIME_IN_PREFIX.exec(prefix)?.[1] ?? TIME_IN_TAIL.exec(tail)?.[1];
  if (timeText === undefined) return receivedAt;
  const time = timeText.length === 10 ? Number(timeText) * 1000 : Number(timeText);
  return time >= MIN_CREDIBLE_MS && time <= receivedAt ? time : receivedAt;
}

/** The time of the TAG blocks whose checksum holds. */
function readTagBlockTime(prefix: string): string | undefined {
  for (const [, tag = '', sum = ''] of prefix.matchAll(TAG_BLOCK)) {
    const xor = Buffer.from(tag, 'latin1').reduce((all, byte) => all ^ byte, 0);
    const time = xor === parseHexByte(sum.charCodeAt(0), sum.charCodeAt(1)) ? TIME_IN_TAG.exec(tag)?.[1] : undefined;
    if (time !== undefined) return time;
  }
  return undefined;
}
