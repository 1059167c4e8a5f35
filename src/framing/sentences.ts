import type { Framed, Framer } from './framer.js';
import { hexByte } from './hex.js';

/** A sentence whose checksum holds, or a line that the protocol takes without one. */
export type Sentence = {
  /** what stood on the line before the start: an id on a shared stream, a TAG block; empty on most lines */
  readonly prefix: string;
  /** `$` or `!`; empty for a line taken without checksum, which is all prefix */
  readonly start: '$' | '!' | '';
  /** address and fields: what the checksum covers */
  readonly text: string;
  /** what stood behind the checksum, where the protocol lets something stand there */
  readonly tail?: string;
};

/** How much of the line it was on a sentence took, without the line's end. */
export const lengthOf = ({ prefix, start, text, tail = '' }: Sentence): number =>
  // a start is followed by the text, `*` and two digits
  prefix.length + (start === '' ? 0 : text.length + 4) + tail.length;

/** What the protocol takes besides sentences alone on their line. */
type Forms = {
  /** whole lines that are taken although they have no checksum */
  readonly plain?: RegExp;
  /** what may stand behind the checksum; receivers of AIS add signal strength and time there */
  readonly tail?: RegExp;
};

/** The standard says 82 with CR LF; receivers exceed it (gpsd, "NMEA Revealed"). The prefix counts too. */
export const maxSentenceBytes = 256;
const maxLine = maxSentenceBytes - 2;

const cr = 0x0d;
const lf = 0x0a;
const dollar = 0x24;
const bang = 0x21;
const star = 0x2a;

/**
 * Cuts a stream into sentences of IEC 61162-1 form: `$` or `!`, text, `*`, two hex digits, CR and/or LF. Start characters
 * are reserved, so the last one of a line begins the sentence: what was cut short before it cannot take it along.
 * Every byte of the input is exactly one of: in a frame (prefix, start, text, `*HH`, tail), a line end (CR or LF),
 * discarded. After a line end nothing is held.
 */
export function createSentenceFramer(forms: Forms = {}): Framer<Sentence> {
  let held = '';
  return {
    push(chunk) {
      const out: Framed<Sentence>[] = [];
      // One byte is one character, so lengths are byte counts; searching a flat one-byte string is a memchr.
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
      let from = 0;
      let nextCr = -1;
      let nextLf = -1;
      for (;;) {
        if (nextCr < from) nextCr = find(text, '\r', from);
        if (nextLf < from) nextLf = find(text, '\n', from);
        const end = Math.min(nextCr, nextLf);
        if (end === text.length) break;
        if (held === '') readLine(text, from, end, forms, out);
        else {
          const line = held + text.slice(from, end);
          held = '';
          readLine(line, 0, line.length, forms, out);
        }
        from = end + 1;
        if (text.charCodeAt(end) === cr && text.charCodeAt(from) === lf) from += 1;
      }
      held = keep(held, text, from, out);
      return out;
    },
  };
}

const find = (text: string, end: string, from: number): number => {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at;
};

/**
 * What may still become a sentence. It is cut down only at twice the length of one, so that single bytes are not cut off
 * one by one, and to one byte more than fits, by which the line stays known as too long.
 */
function keep(held: string, text: string, from: number, out: Framed<Sentence>[]): string {
  const rest = text.length - from;
  const length = held.length + rest;
  let kept = held;
  if (length > 2 * maxLine) {
    kept = rest > maxLine ? text.slice(-maxLine - 1) : (held + text.slice(from)).slice(-maxLine - 1);
    out.push({ kind: 'discarded', bytes: length - maxLine - 1, reason: 'too-long' });
  } else if (rest > 0) kept = held + text.slice(from);
  // A slice holds its parent, which may be a large chunk.
  return text.length > 2 * maxLine ? Buffer.from(kept, 'latin1').toString('latin1') : kept;
}

function readLine(text: string, from: number, end: number, forms: Forms, out: Framed<Sentence>[]): void {
  if (end === from) return;
  const first = Math.max(from, end - maxLine);
  if (first > from) out.push({ kind: 'discarded', bytes: first - from, reason: 'too-long' });
  const close = forms.tail === undefined ? end : closeOf(text, first, end, forms.tail);
  const sum = close - first < 4 || text.charCodeAt(close - 3) !== star ? -1 : hexByte(text, close - 2);
  if (sum < 0) {
    readPlain(text, from, first, end, forms, out);
    return;
  }
  let at = close - 4;
  let xor = 0;
  let code = text.charCodeAt(at);
  while (code !== dollar && code !== bang && code >= 0x20 && at >= first) {
    xor ^= code;
    at -= 1;
    code = text.charCodeAt(at);
  }
  const starts = at >= first && code >= 0x20;
  if (!starts || xor !== sum) {
    out.push({ kind: 'discarded', bytes: end - first, reason: starts ? 'checksum' : 'noise' });
    return;
  }
  const own = first === from && isPrefix(text, from, at);
  if (!own && at > first) out.push({ kind: 'discarded', bytes: at - first, reason: 'noise' });
  out.push({
    kind: 'frame',
    frame: {
      prefix: own ? text.slice(from, at) : '',
      start: code === dollar ? '$' : '!',
      text: text.slice(at + 1, close - 3),
      ...(close < end && { tail: text.slice(close, end) }),
    },
  });
}

/** Where the checksum of a line ends, if what stands behind it is a tail. */
function closeOf(text: string, first: number, end: number, tail: RegExp): number {
  if (text.charCodeAt(end - 3) === star) return end;
  const line = text.slice(first, end);
  const sum = line.indexOf('*', Math.max(line.lastIndexOf('$'), line.lastIndexOf('!')));
  return sum >= 0 && tail.test(line.slice(sum + 3)) ? first + sum + 3 : end;
}

function readPlain(
  text: string,
  from: number,
  first: number,
  end: number,
  { plain }: Forms,
  out: Framed<Sentence>[],
): void {
  const line = text.slice(first, end);
  if (first === from && plain?.test(line) === true) {
    out.push({ kind: 'frame', frame: { prefix: line, start: '', text: '' } });
    return;
  }
  out.push({ kind: 'discarded', bytes: end - first, reason: /[$!]/.test(line) ? 'cut' : 'noise' });
}

/** A prefix is all there is on the line before the start, printable, and not the rest of a sentence cut short. */
function isPrefix(text: string, from: number, start: number): boolean {
  for (let at = from; at < start; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e || code === dollar || code === bang) return false;
  }
  return true;
}
