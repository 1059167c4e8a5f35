import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** Records whose time differs from the one they were written with. */
export type RestampedEntries = {
  /** by their right time, from `from` to `to`, unsorted, with the outcomes of alerts */
  readonly find: (stream: StreamName, from: number, to: number) => Promise<TimedEntry[]>;
  /** the entry, as it was written, must be left out: `find` returns it with its right time */
  readonly isRestamped: (entry: Entry) => boolean;
};

/** Streams, restamps and segments looked at per turn of the event loop: some ms. */
const MAX_STEPS_PER_TURN = 5_000;

export function createRestampedEntries(
  segments: () => readonly Segment[],
  restamps: () => readonly Restamp[],
): RestampedEntries {
  let steps = 0;

  /** Counts a step. Most find nothing and wait for no disk, so other work would not get its turn. */
  function isTurnOver(): boolean {
    steps += 1;
    return steps % MAX_STEPS_PER_TURN === 0;
  }

  return {
    async find(stream, from, to) {
      const found: TimedEntry[] = [];
      if (isTurnOver()) await nextTurn();
      for (const restamp of restamps()) {
        const wrong = writtenTimes(restamp, from, to);
        if (isTurnOver()) await nextTurn();
        if (wrong.from > wrong.to) continue;
        for (const segment of segments()) {
          if (isTurnOver()) await nextTurn();
          const span = segment.span(stream);
          if (span === undefined || span.to < wrong.from || span.from > wrong.to) continue;
          for await (const slice of segment.read(stream, wrong.from, wrong.to)) {
            for (const { ms, entry, bytes } of slice) {
              const right = isRecord(entry) ? applyRestamp(entry, restamp) : entry;
              if (right !== entry || !isRecord(entry)) found.push({ ms: ms + restamp.by, entry: right, bytes });
            }
          }
        }
      }
      return found;
    },
    isRestamped: (entry) =>
      isRecord(entry) && restamps().some((restamp) => isStampedWithin(restamp, entry) && isGatewayDated(entry)),
  };
}
