import type { PortStatus } from '../../../schema/ports/port.js';

const FRAME_PARTS = ['records', 'joined', 'duplicates', 'rejected'] as const;
const DISCARDED_PARTS = ['noise', 'tooLong', 'checksum', 'cut'] as const;
const BYTE_PARTS = ['delimiters', 'held'] as const;

export type CounterPart = {
  readonly name:
    (typeof FRAME_PARTS)[number] | (typeof DISCARDED_PARTS)[number] | (typeof BYTE_PARTS)[number] | 'withoutRecord';
  /** of frames without a record: a message type or a reason */
  readonly kind?: string;
  /** undefined: bytes in no frame */
  readonly frames?: number;
  readonly bytes: number;
};

/** The counts of a port, those that are not 0; the sums are its frames and bytes. */
export function splitCounters({ framesBy, bytesBy }: PortStatus['counters']): CounterPart[] {
  const kinds = Object.entries(bytesBy.withoutRecord).sort(([, a], [, b]) => b - a);
  const parts: CounterPart[] = [
    ...FRAME_PARTS.map((name) => ({ name, frames: framesBy[name], bytes: bytesBy[name] })),
    ...kinds.map(([kind, bytes]) => ({
      name: 'withoutRecord' as const,
      kind,
      frames: framesBy.withoutRecord[kind] ?? 0,
      bytes,
    })),
    ...DISCARDED_PARTS.map((name) => ({ name, bytes: bytesBy.discarded[name] })),
    ...BYTE_PARTS.map((name) => ({ name, bytes: bytesBy[name] })),
  ];
  return parts.filter(({ frames = 0, bytes }) => frames > 0 || bytes > 0);
}

/** A port is opened in the middle of a line: what is left of it is no fault of the tracker or cable. */
const CUT_LINE_BYTES = 256;

/** Whether each opening explains what was discarded: one cut line, with one bad checksum at most. */
export const isOnlyCut = ({ frames, discardedBytes, badChecksums, reopened }: PortStatus['counters']): boolean =>
  frames > 0 && discardedBytes <= (reopened + 1) * CUT_LINE_BYTES && badChecksums <= reopened + 1;
