import type { DiscardReason } from '../framing/framer.js';

/** `bytes`: with checksum and escapes, without delimiters. `silent`: the frames that gave no message of any type. */
export type FrameCount = { frames: number; bytes: number; silent: number };

/**
 * What the bytes of a port were part of. Every byte is in exactly one count: a frame, discarded, a delimiter between
 * frames, or held for the rest of its frame.
 */
export type InputCounters = {
  /** frames after which a record was complete */
  readonly records: FrameCount;
  /** frames whose content is joined to a record of several frames */
  readonly joined: FrameCount;
  /** frames that repeat a frame or a record, recognized by the protocol */
  readonly duplicates: FrameCount;
  /** frames with unusable content */
  readonly rejected: FrameCount;
  /** the other frames, by kind */
  readonly withoutRecord: Map<string, FrameCount>;
  readonly discarded: Record<DiscardReason, number>;
  delimiters: number;
  held: number;
};

/** The input of a port since the gateway started. Discarded bytes include frames with a bad checksum. */
export type Counters = {
  bytes: number;
  frames: number;
  discardedBytes: number;
  badChecksums: number;
  rejected: number;
  unknownDevices: number;
  /** records that were stored already */
  duplicateRecords: number;
  reopened: number;
  readonly input: InputCounters;
};

const createCount = (): FrameCount => ({ frames: 0, bytes: 0, silent: 0 });

export const createCounters = (): Counters => ({
  bytes: 0,
  frames: 0,
  discardedBytes: 0,
  badChecksums: 0,
  rejected: 0,
  unknownDevices: 0,
  duplicateRecords: 0,
  reopened: 0,
  input: {
    records: createCount(),
    joined: createCount(),
    duplicates: createCount(),
    rejected: createCount(),
    withoutRecord: new Map(),
    discarded: { noise: 0, 'too-long': 0, checksum: 0, cut: 0 },
    delimiters: 0,
    held: 0,
  },
});

/** Kinds of frames with a count of their own. */
export const RECORDS = 'records';
export const REJECTED = 'rejected';
export const JOINED = 'joined';
export const DUPLICATE = 'duplicate';
/** The kind of a frame without a record if the decoder does not name it, and after this many kinds. */
export const OTHER = 'other';
const MAX_KINDS = 32;
/** The kind of a report whose receiver has no fix. */
export const NO_FIX = 'no fix';

export function countDiscarded(counters: Counters, bytes: number, reason: DiscardReason): void {
  counters.discardedBytes += bytes;
  counters.input.discarded[reason] += bytes;
}

export function countFrame(counters: Counters, bytes: number, kind: string, isSilent = false): void {
  const count = countOf(counters.input, kind);
  counters.frames += 1;
  count.frames += 1;
  count.bytes += bytes;
  if (isSilent) count.silent += 1;
}

function countOf(input: InputCounters, kind: string): FrameCount {
  switch (kind) {
    case JOINED:
      return input.joined;
    case RECORDS:
      return input.records;
    case DUPLICATE:
      return input.duplicates;
    case REJECTED:
      return input.rejected;
    default:
      return countOfKind(input.withoutRecord, kind);
  }
}

function countOfKind(counts: Map<string, FrameCount>, kind: string): FrameCount {
  const known = counts.get(kind);
  if (known !== undefined) return known;
  if (kind !== OTHER && counts.size >= MAX_KINDS) return countOfKind(counts, OTHER);
  const count = createCount();
  counts.set(kind, count);
  return count;
}

const { input: EMPTY_INPUT, ...EMPTY_TOTALS } = createCounters();
// Found once: the connections of a listener are added up at every look at its row.
const TOTALS = Object.keys(EMPTY_TOTALS) as (keyof typeof EMPTY_TOTALS)[];
const DISCARD_REASONS = Object.keys(EMPTY_INPUT.discarded) as DiscardReason[];

/** Adds the counters of a connection to those of all connections. */
export function addCounters(sum: Counters, counters: Counters): void {
  const { input } = counters;
  for (const key of TOTALS) sum[key] += counters[key];
  addCount(sum.input.records, input.records);
  addCount(sum.input.joined, input.joined);
  addCount(sum.input.duplicates, input.duplicates);
  addCount(sum.input.rejected, input.rejected);
  for (const [kind, count] of input.withoutRecord) addCount(countOfKind(sum.input.withoutRecord, kind), count);
  for (const reason of DISCARD_REASONS) sum.input.discarded[reason] += input.discarded[reason];
  sum.input.delimiters += input.delimiters;
  sum.input.held += input.held;
}

function addCount(sum: FrameCount, { frames, bytes, silent }: FrameCount): void {
  sum.frames += frames;
  sum.bytes += bytes;
  sum.silent += silent;
}
