import { hexByte } from '../../framing/hex.js';
import type { Sentence } from '../../framing/sentences.js';

const tagBlock = /\\([^\\*]+)\*([\dA-F]{2})\\/gi;
/** s or ms since 1970; which, is told by their number (IEC 61162-450, 7.2.3.4) */
const unix = '(\\d{10}|\\d{13})';
const inTag = new RegExp(`(?:^|,)c:${unix}(?:,|$)`);
const inPrefix = new RegExp(`(?:^|[^\\d.:-])${unix}[^\\w\\\\.]*$`);
const inTail = new RegExp(`,${unix}$`);

/** What is dated before has a clock that was never set. */
const earliest = Date.UTC(2015, 0, 1);

/**
 * When the receiver heard the sentence, ms since 1970, by what it wrote before or behind it, else when the gateway did.
 * A time that is still to come is not believed.
 */
export function heardAt({ prefix, tail = '' }: Sentence, receivedAt: number): number {
  if (prefix === '' && tail === '') return receivedAt;
  const written = timeInTags(prefix) ?? inPrefix.exec(prefix)?.[1] ?? inTail.exec(tail)?.[1];
  if (written === undefined) return receivedAt;
  const time = written.length === 10 ? Number(written) * 1000 : Number(written);
  return time >= earliest && time <= receivedAt ? time : receivedAt;
}

/** The time of the TAG blocks whose checksum holds. */
function timeInTags(prefix: string): string | undefined {
  for (const [, tag = '', sum = ''] of prefix.matchAll(tagBlock)) {
    const xor = Buffer.from(tag, 'latin1').reduce((all, byte) => all ^ byte, 0);
    const time = xor === hexByte(sum.charCodeAt(0), sum.charCodeAt(1)) ? inTag.exec(tag)?.[1] : undefined;
    if (time !== undefined) return time;
  }
  return undefined;
}
