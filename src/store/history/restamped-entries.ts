import { isRecord } from '../../domain/records/record.js';
import {
  isGatewayDated,
  isStampedWithin,
  applyRestamp,
  writtenTimes,
  type Restamp,
} from '../../domain/clock/restamp.js';
import type { Entry } from '../../schema/entry.js';
import type { Segment, StreamName, TimedEntry } from '../log/segment.js';

/** What bears another time than the one it was written at. */
export type RestampedEntries = {
  /** by its right time, from `from` to `to`, in no order */
  readonly find: (stream: StreamName, from: number, to: number) => Promise<TimedEntry[]>;
  /** Is the entry, as it was written, to be left where it stands? */
  readonly isRestamped: (entry: Entry) => boolean;
};

/** `restamps`: by how much clocks were wrong. */
export function createRestampedEntries(
  segments: () => readonly Segment[],
  restamps: () => readonly Restamp[],
): RestampedEntries {
  return {
    async find(stream, from, to) {
      const found: TimedEntry[] = [];
      for (const restamp of restamps()) {
        const wrong = writtenTimes(restamp, from, to);
        if (wrong.from > wrong.to) continue;
        for (const segment of segments()) {
          const span = segment.span(stream);
          if (span === undefined || span.to < wrong.from || span.from > wrong.to) continue;
          for (const { ms, entry } of await segment.read(stream, wrong.from, wrong.to)) {
            const right = isRecord(entry) ? applyRestamp(entry, restamp) : entry;
            if (right !== entry) found.push({ ms: ms + restamp.by, entry: right });
          }
        }
      }
      return found;
    },
    isRestamped: (entry) =>
      isRecord(entry) && restamps().some((restamp) => isStampedWithin(restamp, entry) && isGatewayDated(entry)),
  };
}
