import { parseHexByte } from '../../framing/sentences.js';
import type { Sentence } from '../../framing/sentences.js';

const TAG_BLOCK = /\\([^\\*]+)\*([\dA-F]{2})\\/gi;
/** s or ms since 1970, distinguished by the number of digits (IEC 61162-450, 7.2.3.4) */
const UNIX_TIME = '(\\d{10}|\\d{13})';
const TIME_IN_TAG = new RegExp(`(?:^|,)c:${UNIX_TIME}(?:,|$)`);
const TIME_IN_PREFIX = new RegExp(`(?:^|[^\\d.:-])${UNIX_TIME}[^\\w\\\\.]*$`);
const TIME_IN_TAIL = new RegExp(`,${UNIX_TIME}$`);

/** An earlier time comes from a clock that was never set. */
const MIN_CREDIBLE_MS = Date.UTC(2015, 0, 1);

/**
 * When the receiver received the sentence, in ms since 1970, from the text before or after it; otherwise when the gateway
 * received it. A time in the future is ignored.
 */
export function sentenceTime({ prefix, tail = '' }: Sentence, receivedAt: number): number {
  if (prefix === '' && tail === '') return receivedAt;
  const timeText = readTagBlockTime(prefix) ?? TIME_IN_PREFIX.exec(prefix)?.[1] ?? TIME_IN_TAIL.exec(tail)?.[1];
  if (timeText === undefined) return receivedAt;
  const time = timeText.length === 10 ? Number(timeText) * 1000 : Number(timeText);
  return time >= MIN_CREDIBLE_MS && time <= receivedAt ? time : receivedAt;
}

/** The time in the first TAG block with a valid checksum. */
function readTagBlockTime(prefix: string): string | undefined {
  for (const [, tag = '', sum = ''] of prefix.matchAll(TAG_BLOCK)) {
    const xor = Buffer.from(tag, 'latin1').reduce((all, byte) => all ^ byte, 0);
    const time = xor === parseHexByte(sum.charCodeAt(0), sum.charCodeAt(1)) ? TIME_IN_TAG.exec(tag)?.[1] : undefined;
    if (time !== undefined) return time;
  }
  return undefined;
}
