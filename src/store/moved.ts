import { isRecord } from '../domain/record.js';
import { isGatewayDated, isWithin, restamped, wrongTimes, type Restamp } from '../domain/restamp.js';
import type { Entry } from '../schema/entry.js';
import type { Segment, StreamName, Timed } from './segment.js';

/** What bears another time than the one it was written at. */
export type Moved = {
  /** by its right time, from `from` to `to`, in no order */
  readonly find: (stream: StreamName, from: number, to: number) => Promise<Timed[]>;
  /** Is the entry, as it was written, to be left where it stands? */
  readonly isMoved: (entry: Entry) => boolean;
};

/** `restamps`: by how much clocks were wrong. */
export function createMoved(segments: () => readonly Segment[], restamps: () => readonly Restamp[]): Moved {
  return {
    async find(stream, from, to) {
      const found: Timed[] = [];
      for (const restamp of restamps()) {
        const wrong = wrongTimes(restamp, from, to);
        if (wrong.from > wrong.to) continue;
        for (const segment of segments()) {
          const span = segment.span(stream);
          if (span === undefined || span.to < wrong.from || span.from > wrong.to) continue;
          for (const { ms, entry } of await segment.read(stream, wrong.from, wrong.to)) {
            const right = isRecord(entry) ? restamped(entry, restamp) : entry;
            if (right !== entry) found.push({ ms: ms + restamp.by, entry: right });
          }
        }
      }
      return found;
    },
    isMoved: (entry) =>
      isRecord(entry) && restamps().some((restamp) => isWithin(restamp, entry) && isGatewayDated(entry)),
  };
}
