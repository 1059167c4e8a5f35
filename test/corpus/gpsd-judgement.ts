import type { Location } from '../../src/schema/records/location.js';
import { casesOf, inputOf, type Case, type createTally } from './corpus.js';
import { hasFeet, judge, VALUES, type Fix, type Value } from './fix.js';
import { witnesses, type Witness } from './witness.js';

export type Stream = Case<{ readonly epochs: readonly Fix[] }>;

export const gpsdStreams = (): Stream[] => casesOf<Stream['expected']>('gpsd-stream.jsonl');

const ROLLOVER_MS = 1024 * 7 * 86_400_000;

/** Values that gpsd has from other sources than the decoded sentences, by the id of the log. */
const OTHER_SOURCES: Readonly<Record<string, { readonly values: readonly Value[]; readonly reason: string }>> = {
  fc9cfdb42c90b214: { values: ['position'], reason: 'the surveyed position of a $PERC sentence, twice' },
  '5c0f2612c0672d51': {
    values: ['speed'],
    reason: 'its own computed speed, once, because $INVTG arrived after its report',
  },
};

/** Locations by the time that gpsd would report; of a repeated instant (after a clock was set back), the last. */
export function byTime(stream: Stream, locations: readonly Location[]): Map<string, Location> {
  const ahead = stream.quirks?.includes('time+1024weeks') === true ? ROLLOVER_MS : 0;
  return new Map(locations.map((fix) => [new Date(Date.parse(fix.dateTime) + ahead).toISOString(), fix]));
}

/**
 * Compares the fixes of whole streams with those of gpsd: returns the contradictions, and counts in `tally` what agrees and
 * what gpsd has from other sources or leaves out.
 */
export function createJudgement(tally: Pick<ReturnType<typeof createTally>, 'add'>) {
  /** by `log time`: values that the corpus marks as not in the sentences */
  const suspects = new Map(
    casesOf<Fix>('gpsd-nmea-epoch.jsonl').map(({ source, expected, suspect = [] }) => [
      `${source} ${expected.time ?? ''}`,
      suspect,
    ]),
  );
  const suspectAt = ({ source }: Stream, time: string): readonly string[] => suspects.get(`${source} ${time}`) ?? [];

  /** Undefined if the value does not contradict gpsd. */
  function mismatchOf(
    stream: Stream,
    fix: Location,
    asserted: Fix,
    value: Value,
    witness?: Witness,
  ): string | undefined {
    const { time = '' } = asserted;
    const verdict = judge(fix, asserted, value);
    if (verdict === 'not asserted' || suspectAt(stream, time).includes(value)) return undefined;
    if (value === 'altitude' && hasFeet(stream.input)) return undefined;
    if (verdict === 'missing') {
      // gpsd carries a value over, or computes it from two positions; the decoder uses only the sentences of the instant.
      if (value !== 'position' && witness?.gives.has(value) === true) return `${value} left out at ${time}`;
      tally.add(`${value} only gpsd has`);
    } else if (verdict === 'same') tally.add(value);
    else if (OTHER_SOURCES[stream.id]?.values.includes(value) === true)
      tally.add(`${value} that gpsd has from other sources`);
    else return `${value}: ${JSON.stringify([fix, asserted])}`;
    return undefined;
  }

  /** Why a fix at an instant without one in gpsd is wrong; undefined if it is right. */
  function extraFixMismatchOf(stream: Stream, time: string, witness?: Witness): string | undefined {
    const denied = stream.expected.epochs.some((epoch) => !epoch.valid && epoch.time === time);
    if (denied && !suspectAt(stream, time).includes('valid')) return `gpsd has no fix at ${time}`;
    // gpsd reports once per cycle and has to learn its end first, so it leaves instants out.
    if (witness?.claimed !== true || witness.denied) return `a fix at ${time} without a source`;
    tally.add('fixes that gpsd leaves out');
    return undefined;
  }

  return {
    /** All contradictions between the fixes of a stream and the asserted ones. */
    mismatchesOf(stream: Stream, locations: readonly Location[]): string[] {
      const seen = witnesses(inputOf(stream).toString('latin1'));
      const decoded = byTime(stream, locations);
      const mismatches: (string | undefined)[] = [];
      tally.add('streams');
      for (const asserted of stream.expected.epochs.filter(({ valid }) => valid)) {
        const { time = '' } = asserted;
        const fix = decoded.get(time);
        decoded.delete(time);
        if (fix === undefined) {
          mismatches.push(`no fix at ${time}`);
          continue;
        }
        tally.add('epochs');
        for (const value of VALUES) mismatches.push(mismatchOf(stream, fix, asserted, value, seen.get(time.slice(11))));
      }
      for (const [time, fix] of decoded)
        mismatches.push(extraFixMismatchOf(stream, time, seen.get(fix.dateTime.slice(11))));
      const found = mismatches.filter((mismatch) => mismatch !== undefined);
      tally.add('wrong', found.length);
      return found;
    },
  };
}
