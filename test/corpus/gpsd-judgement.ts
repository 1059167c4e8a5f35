import type { Location } from '../../src/schema/records/location.js';
import { casesOf, inputOf, type Case, type createTally } from './corpus.js';
import { hasFeet, judge, values, type Fix, type Value } from './fix.js';
import { witnesses, type Witness } from './witness.js';

export type Stream = Case<{ readonly epochs: readonly Fix[] }>;

export const gpsdStreams = (): Stream[] => casesOf<Stream['expected']>('gpsd-stream.jsonl');

const rolloverMs = 1024 * 7 * 86_400_000;

/** Where gpsd knows more than the sentences that are read here, by the id of the log. */
const elsewhere: Readonly<Record<string, { readonly values: readonly Value[]; readonly reason: string }>> = {
  fc9cfdb42c90b214: { values: ['position'], reason: 'twice the surveyed position of a $PERC sentence' },
  '5c0f2612c0672d51': {
    values: ['speed'],
    reason: 'once the speed it computed itself, as $INVTG came after its report',
  },
};

/** Ours by the time that gpsd would give them; of an instant told twice, as when a clock was set back, the last. */
export function byTime(one: Stream, locations: readonly Location[]): Map<string, Location> {
  const ahead = one.quirks?.includes('time+1024weeks') === true ? rolloverMs : 0;
  return new Map(locations.map((fix) => [new Date(Date.parse(fix.dateTime) + ahead).toISOString(), fix]));
}

/**
 * A judge over the fixes made of whole streams: it names what contradicts gpsd's, and counts in `tally` what agrees and
 * what gpsd has from elsewhere or leaves out.
 */
export function createJudgement(tally: Pick<ReturnType<typeof createTally>, 'add'>) {
  /** Values at single instants that the corpus itself marks as not in the sentences: `log time`. */
  const suspects = new Map(
    casesOf<Fix>('gpsd-nmea-epoch.jsonl').map(({ source, expected, suspect = [] }) => [
      `${source} ${expected.time ?? ''}`,
      suspect,
    ]),
  );
  const suspectAt = ({ source }: Stream, time: string): readonly string[] => suspects.get(`${source} ${time}`) ?? [];

  /** What is wrong with a value of ours, if anything. */
  function faultOf(one: Stream, fix: Location, asserted: Fix, value: Value, witness?: Witness): string | undefined {
    const { time = '' } = asserted;
    const verdict = judge(fix, asserted, value);
    if (verdict === 'not asserted' || suspectAt(one, time).includes(value)) return undefined;
    if (value === 'altitude' && hasFeet(one.input)) return undefined;
    if (verdict === 'missing') {
      // gpsd carries a value over, or computes it of two positions: ours is only what the instant's sentences say.
      if (value !== 'position' && witness?.gives.has(value) === true) return `${value} left out at ${time}`;
      tally.add(`${value} only gpsd has`);
    } else if (verdict === 'same') tally.add(value);
    else if (elsewhere[one.id]?.values.includes(value) === true) tally.add(`${value} that gpsd has from elsewhere`);
    else return `${value}: ${JSON.stringify([fix, asserted])}`;
    return undefined;
  }

  /** What is wrong with our having a fix at an instant for which gpsd asserts none, if anything. */
  function faultOfMore(one: Stream, time: string, witness?: Witness): string | undefined {
    const denied = one.expected.epochs.some((epoch) => !epoch.valid && epoch.time === time);
    if (denied && !suspectAt(one, time).includes('valid')) return `gpsd has no fix at ${time}`;
    // gpsd reports once a cycle, whose end it has to learn first: it leaves instants out.
    if (witness?.claimed !== true || witness.denied) return `a fix at ${time} out of nothing`;
    tally.add('fixes that gpsd leaves out');
    return undefined;
  }

  return {
    /** Everything in which the fixes made of a stream contradict those asserted; empty is what it should be. */
    faultsOf(one: Stream, locations: readonly Location[]): string[] {
      const seen = witnesses(inputOf(one).toString('latin1'));
      const ours = byTime(one, locations);
      const faults: (string | undefined)[] = [];
      tally.add('streams');
      for (const asserted of one.expected.epochs.filter(({ valid }) => valid)) {
        const { time = '' } = asserted;
        const fix = ours.get(time);
        ours.delete(time);
        if (fix === undefined) {
          faults.push(`no fix at ${time}`);
          continue;
        }
        tally.add('epochs');
        for (const value of values) faults.push(faultOf(one, fix, asserted, value, seen.get(time.slice(11))));
      }
      for (const [time, fix] of ours) faults.push(faultOfMore(one, time, seen.get(fix.dateTime.slice(11))));
      const found = faults.filter((fault) => fault !== undefined);
      tally.add('wrong', found.length);
      return found;
    },
  };
}
