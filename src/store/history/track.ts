import { streamName } from '../../domain/records/record.js';
import type { TripFix } from '../../domain/trips/trip-fix.js';
import { compareByTime, type Segment, type TimedEntry } from '../log/segment.js';
import { mergeTimes, type TimedSource } from './merge-times.js';
import type { RestampedEntries } from './restamped-entries.js';

/** Times in ms since 1970, both ends included. */
export type TrackQuery = {
  readonly deviceId: string;
  readonly from: number;
  readonly to: number;
  /** earlier entries are left out */
  readonly fromEntry?: number;
};

/** The credible fixes of a device in order of time, in slices: a reader may stop at any. Other work gets its turn in between. */
export async function* readTrack(
  segments: readonly Segment[],
  restamped: RestampedEntries,
  { deviceId, from, to, fromEntry = 0 }: TrackQuery,
): AsyncGenerator<readonly TripFix[]> {
  const stream = streamName('location', deviceId);
  const moved = (await restamped.find(stream, from, to)).sort((a, b) =>
    compareByTime({ ms: a.ms, n: a.entry.n }, { ms: b.ms, n: b.entry.n }),
  );
  const sources = segments.flatMap((segment): TimedSource[] => {
    const span = segment.span(stream);
    if (span === undefined || span.to < from || span.from > to) return [];
    return [{ from: span.from, read: () => notRestamped(segment.read(stream, from, to), restamped) }];
  });
  const [first] = moved;
  if (first !== undefined) sources.push({ from: first.ms, read: () => once(moved) });
  for await (const slice of mergeTimes(sources)) {
    yield slice.flatMap(({ ms, entry }) => {
      if (entry.n < fromEntry || entry.kind !== 'location' || entry.v.future === true) return [];
      const { latitude, longitude, speed, accuracy } = entry.v.location;
      return [{ ms, latitude, longitude, speed, accuracy }];
    });
  }
}

async function* notRestamped(
  slices: AsyncIterable<readonly TimedEntry[]>,
  { isRestamped }: RestampedEntries,
): AsyncGenerator<readonly TimedEntry[]> {
  for await (const slice of slices) yield slice.filter(({ entry }) => !isRestamped(entry));
}

async function* once(entries: readonly TimedEntry[]): AsyncGenerator<readonly TimedEntry[]> {
  await Promise.resolve();
  yield entries;
}
