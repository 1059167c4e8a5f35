import type { DiscardReason, Framed, Framer } from '../../framing/framer.js';
import { countNonEol } from '../../framing/eol.js';

/** Reports have up to a kilobyte; the report of all settings is longer. */
export const MAX_REPORT_BYTES = 2_048;

const HEADS = ['+RESP:', '+BUFF:', '+ACK:'].map((head) => Buffer.from(head));
const PLUS = 0x2b;
const COLON = 0x3a;
const DOLLAR = 0x24;

/** Send time, which may be blank, and count number. A `$` without them is part of the data. */
const TAIL = /,(?:\d{14})?,[\dA-F]{4}$/i;
const MAX_TAIL_BYTES = 20;

/**
 * Cuts a stream into ASCII @Track reports: from `+RESP:`, `+BUFF:` or `+ACK:` to the `$` after send time and count number,
 * printable in between; the frame has no `$`. A report starts at the last head, so a truncated report before it does not
 * swallow it. Every byte of the input is exactly one of: in a report, buffered, a line end, discarded.
 */
export function createReportFramer(): Framer<string> {
  const buffer = Buffer.alloc(MAX_REPORT_BYTES);
  let length = 0;
  /** the buffer starts with a complete head */
  let hasHead = false;

  function discard(bytes: number, reason: DiscardReason, out: Framed<string>[]): void {
    if (bytes > 0) out.push({ kind: 'discarded', bytes, reason });
    if (bytes < length) buffer.copyWithin(0, bytes, length);
    length -= bytes;
  }

  function drop(reason: DiscardReason, out: Framed<string>[]): void {
    discard(length, hasHead ? reason : 'noise', out);
    hasHead = false;
  }

  /** Discards bytes until the buffer is a prefix of a head. */
  function skipNoise(out: Framed<string>[]): void {
    while (length > 0 && !HEADS.some((head) => startsWith(buffer, head, length))) discard(1, 'noise', out);
    hasHead = buffer[length - 1] === COLON && length > 0;
  }

  function restartAtHead(out: Framed<string>[]): void {
    const head = HEADS.find((candidate) => candidate.length < length && endsWith(buffer, candidate, length));
    if (head !== undefined) discard(length - head.length, 'cut', out);
  }

  function finish(out: Framed<string>[]): void {
    const end = length - 1;
    if (!TAIL.test(buffer.toString('latin1', Math.max(0, end - MAX_TAIL_BYTES), end))) return;
    out.push({ kind: 'frame', frame: buffer.toString('latin1', 0, end), bytes: length });
    length = 0;
    hasHead = false;
  }

  function discardNoise(chunk: Uint8Array, from: number, to: number, out: Framed<string>[]): void {
    const bytes = countNonEol(chunk, from, to);
    if (bytes > 0) out.push({ kind: 'discarded', bytes, reason: 'noise' });
  }

  function takeByte(chunk: Uint8Array, at: number, out: Framed<string>[]): void {
    const byte = chunk[at] ?? 0;
    if (byte < 0x20 || byte > 0x7e) {
      drop('cut', out);
      discardNoise(chunk, at, at + 1, out);
      return;
    }
    if (length === buffer.length) drop('too-long', out);
    buffer[length] = byte;
    length += 1;
    if (!hasHead) skipNoise(out);
    else if (byte === COLON) restartAtHead(out);
    else if (byte === DOLLAR) finish(out);
  }

  return {
    push(chunk) {
      const out: Framed<string>[] = [];
      for (let at = 0; at < chunk.length; at += 1) {
        if (length === 0) {
          const next = chunk.indexOf(PLUS, at);
          discardNoise(chunk, at, next < 0 ? chunk.length : next, out);
          if (next < 0) return out;
          at = next;
        }
        takeByte(chunk, at, out);
      }
      return out;
    },
    heldBytes: () => length,
  };
}

/** Whether the buffer is a prefix of the head, or equals it. */
const startsWith = (buffer: Buffer, head: Buffer, length: number): boolean =>
  length <= head.length && hasBytes(buffer, 0, head, length);

const endsWith = (buffer: Buffer, head: Buffer, length: number): boolean =>
  hasBytes(buffer, length - head.length, head, head.length);

/** Whether the buffer has the first `count` bytes of the head at `from`; for so few, `Buffer.compare` takes longer. */
function hasBytes(buffer: Buffer, from: number, head: Buffer, count: number): boolean {
  for (let at = 0; at < count; at += 1) if (buffer[from + at] !== head[at]) return false;
  return true;
}
