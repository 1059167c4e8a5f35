import { countNonEol } from '../../framing/eol.js';
import type { DiscardReason, Framed, Framer } from '../../framing/framer.js';
import { parseHexByte } from '../../framing/sentences.js';
import type { ProtocolContext } from '../protocol.js';

/** With both delimiters; reports with many fields of a vendor have about 250. */
const MAX_SENTENCE_BYTES = 512;

const START = 0x3e;
const END = 0x3c;
const STAR = 0x2a;
const SEMICOLON = 0x3b;
/** `*hh<`; the semicolon before it is missing from some vendors. */
const CHECKSUM_BYTES = 4;

/**
 * The bytes that the exclusive or of a checksum covers: from `>` to `*` with the star (Trimble, Sierra Wireless) or
 * without it (Lantrix, Akroz: traccar/traccar#1265). The two results always differ, so a checksum fits at most one rule.
 */
export type ChecksumRule = 'with-star' | 'without-star';
/** A sentence without delimiters and checksum. `rule`: that of its checksum; undefined without one */
export type TaipSentence = { readonly text: string; readonly rule: ChecksumRule | undefined };
/** What the checksums of a stream, or of a sender of datagrams, were so far. */
type ChecksumHistory = { learned: ChecksumRule | undefined; othersInARow: number };
/** A learned rule gives way after this many sentences in a row that fit only the other one: it was learned from damage. */
const SENTENCES_TO_RELEARN = 3;

/** Each datagram has a framer of its own, so the history of a sender is kept with it. */
const histories = new WeakMap<object, ChecksumHistory>();

function historyOf({ peer }: Pick<ProtocolContext, 'peer'>): ChecksumHistory {
  const history = (peer && histories.get(peer)) ?? { learned: undefined, othersInARow: 0 };
  if (peer !== undefined) histories.set(peer, history);
  return history;
}

/**
 * Cuts a stream into sentences: `>`, printable text, `<`. A sentence starts at the last `>`. A checksum is optional and may follow either rule, but once the stream has had a correct one, a
 * sentence without it or by the other rule is damaged. Every byte of the input is exactly one of: in a sentence, buffered,
 * a line end, discarded.
 */
export function createTaipFramer(context: Pick<ProtocolContext, 'peer'>): Framer<TaipSentence> {
  const buffer = Buffer.alloc(MAX_SENTENCE_BYTES);
  let length = 0;
  const history = historyOf(context);

  function drop(reason: DiscardReason, out: Framed<TaipSentence>[]): void {
    if (length > 0) out.push({ kind: 'discarded', bytes: length, reason });
    length = 0;
  }

  function discardNoise(chunk: Uint8Array, from: number, to: number, out: Framed<TaipSentence>[]): void {
    const bytes = countNonEol(chunk, from, to);
    if (bytes > 0) out.push({ kind: 'discarded', bytes, reason: 'noise' });
  }

  /** Learns the rule of the stream. */
  function isAcceptable(checked: ChecksumRule | 'none'): boolean {
    const { learned } = history;
    if (checked === 'none') return learned === undefined;
    const isOther = learned !== undefined && checked !== learned;
    history.othersInARow = isOther ? history.othersInARow + 1 : 0;
    if (isOther && history.othersInARow < SENTENCES_TO_RELEARN) return false;
    history.othersInARow = 0;
    history.learned = checked;
    return true;
  }

  function finish(out: Framed<TaipSentence>[]): void {
    const checked = checkedBy(buffer, length);
    if (checked === 'wrong' || !isAcceptable(checked)) {
      drop('checksum', out);
      return;
    }
    const end = checked === 'none' ? length - 1 : length - CHECKSUM_BYTES;
    const hasSemicolon = checked !== 'none' && buffer[end - 1] === SEMICOLON;
    const text = buffer.toString('latin1', 1, hasSemicolon ? end - 1 : end);
    out.push({ kind: 'frame', frame: { text, rule: checked === 'none' ? undefined : checked }, bytes: length });
    length = 0;
  }

  function takeByte(chunk: Uint8Array, at: number, out: Framed<TaipSentence>[]): void {
    const byte = chunk[at] ?? 0;
    const isPrintable = byte >= 0x20 && byte <= 0x7e;
    if (byte === START || !isPrintable) drop('cut', out);
    if (length === buffer.length) drop('too-long', out);
    if (length === 0 && byte !== START) {
      discardNoise(chunk, at, at + 1, out);
      return;
    }
    buffer[length] = byte;
    length += 1;
    if (byte === END) finish(out);
  }

  return {
    push(chunk) {
      const out: Framed<TaipSentence>[] = [];
      for (let at = 0; at < chunk.length; at += 1) {
        if (length === 0) {
          const next = chunk.indexOf(START, at);
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

/** The two digits after `start`, which ends with the star. */
export function checksumOf(start: string, rule: ChecksumRule): string {
  let sum = rule === 'with-star' ? 0 : STAR;
  for (let at = 0; at < start.length; at += 1) sum ^= start.charCodeAt(at);
  return sum.toString(16).toUpperCase().padStart(2, '0');
}

/** The rule that the checksum of a sentence follows. */
function checkedBy(sentence: Buffer, length: number): ChecksumRule | 'wrong' | 'none' {
  const star = sentence.subarray(0, length).indexOf(STAR);
  if (star < 0) return 'none';
  if (star !== length - CHECKSUM_BYTES) return 'wrong';
  let sum = 0;
  for (let at = 0; at < star; at += 1) sum ^= sentence[at] ?? 0;
  const stated = parseHexByte(sentence[star + 1], sentence[star + 2]);
  if (stated === (sum ^ STAR)) return 'with-star';
  return stated === sum ? 'without-star' : 'wrong';
}
