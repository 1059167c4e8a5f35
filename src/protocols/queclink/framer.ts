import type { DiscardReason, Framed, Framer } from '../../framing/framer.js';
import { countButLineEnds } from '../../framing/line-ends.js';

/** Reports are up to a kilobyte, the one that gives all settings is longer. */
export const maxReportBytes = 2_048;

const heads = ['+RESP:', '+BUFF:', '+ACK:'].map((head) => Buffer.from(head));
const plus = 0x2b;
const colon = 0x3a;
const dollar = 0x24;

/** Send time, which a tracker may not know, and count number. Without it a `$` is one of the data that is passed on. */
const tail = /,(?:\d{14})?,[\dA-F]{4}$/i;
const tailBytes = 20;

/**
 * Cuts a stream into reports of @Track in ASCII: from `+RESP:`, `+BUFF:` or `+ACK:` to the `$` behind send time and count
 * number, printable in between; given without the `$`. The last head begins the report: what was cut short before it
 * cannot take it along. Every byte of the input is exactly one of: in a report, held, a line end, discarded.
 */
export function createReportFramer(): Framer<string> {
  const held = Buffer.alloc(maxReportBytes);
  let length = 0;
  /** there is a head at the beginning of what is held */
  let begun = false;

  function discard(bytes: number, reason: DiscardReason, out: Framed<string>[]): void {
    if (bytes > 0) out.push({ kind: 'discarded', bytes, reason });
    held.copyWithin(0, bytes, length);
    length -= bytes;
  }

  function drop(reason: DiscardReason, out: Framed<string>[]): void {
    discard(length, begun ? reason : 'noise', out);
    begun = false;
  }

  /** Takes what is held for a head, as far as it goes, or lets it go. */
  function seek(out: Framed<string>[]): void {
    while (length > 0 && !heads.some((head) => startsWith(held, head, length))) discard(1, 'noise', out);
    begun = held[length - 1] === colon && length > 0;
  }

  function restart(out: Framed<string>[]): void {
    const head = heads.find((one) => one.length < length && endsWith(held, one, length));
    if (head !== undefined) discard(length - head.length, 'cut', out);
  }

  function finish(out: Framed<string>[]): void {
    const end = length - 1;
    if (!tail.test(held.toString('latin1', Math.max(0, end - tailBytes), end))) return;
    out.push({ kind: 'frame', frame: held.toString('latin1', 0, end) });
    length = 0;
    begun = false;
  }

  /** Passes over a part of the input that nothing is in. */
  function pass(chunk: Uint8Array, from: number, to: number, out: Framed<string>[]): void {
    const bytes = countButLineEnds(chunk, from, to);
    if (bytes > 0) out.push({ kind: 'discarded', bytes, reason: 'noise' });
  }

  function take(chunk: Uint8Array, at: number, out: Framed<string>[]): void {
    const byte = chunk[at] ?? 0;
    if (byte < 0x20 || byte > 0x7e) {
      drop('cut', out);
      pass(chunk, at, at + 1, out);
      return;
    }
    if (length === held.length) drop('too-long', out);
    held[length] = byte;
    length += 1;
    if (!begun) seek(out);
    else if (byte === colon) restart(out);
    else if (byte === dollar) finish(out);
  }

  return {
    push(chunk) {
      const out: Framed<string>[] = [];
      for (let at = 0; at < chunk.length; at += 1) {
        if (length === 0) {
          const next = chunk.indexOf(plus, at);
          pass(chunk, at, next < 0 ? chunk.length : next, out);
          if (next < 0) return out;
          at = next;
        }
        take(chunk, at, out);
      }
      return out;
    },
  };
}

/** Whether what is held begins with the head, or is the beginning of it. */
const startsWith = (held: Buffer, head: Buffer, length: number): boolean =>
  length <= head.length && head.compare(held, 0, length, 0, length) === 0;

const endsWith = (held: Buffer, head: Buffer, length: number): boolean =>
  head.compare(held, length - head.length, length) === 0;
