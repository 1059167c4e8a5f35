import { expect } from 'chai';
import { nmea0183 } from '../../src/protocols/nmea0183/index.js';
import type { Location } from '../../src/schema/location.js';
import { chunksOf, hear, locationsOf, noCounters } from '../support/framing.js';
import { casesOf, createTally, inputOf, type Case } from './corpus.js';
import { hasFeet, judge, values, type Fix, type Value } from './fix.js';
import { witnesses } from './witness.js';

type Stream = Case<{ readonly epochs: readonly Fix[] }>;

const rolloverMs = 1024 * 7 * 86_400_000;
const cuts = [1, 7, 64, 13, 256, 3, 1021];

/** Where gpsd knows more than the sentences that are read here, by the id of the log. */
const elsewhere: Readonly<Record<string, { readonly values: readonly Value[]; readonly reason: string }>> = {
  fc9cfdb42c90b214: { values: ['position'], reason: 'twice the surveyed position of a $PERC sentence' },
  '5c0f2612c0672d51': {
    values: ['speed'],
    reason: 'once the speed it computed itself, as $INVTG came after its report',
  },
};

/** Values at single instants that the corpus itself marks as not in the sentences: `log time`. */
const suspects = new Map(
  casesOf<Fix>('gpsd-nmea-epoch.jsonl').map(({ source, expected, suspect = [] }) => [
    `${source} ${expected.time ?? ''}`,
    suspect,
  ]),
);

/** Ours by the time that gpsd would give them; of an instant told twice, as when a clock was set back, the last. */
function byTime(one: Stream, locations: readonly Location[]): Map<string, Location> {
  const ahead = one.quirks?.includes('time+1024weeks') === true ? rolloverMs : 0;
  return new Map(locations.map((fix) => [new Date(Date.parse(fix.dateTime) + ahead).toISOString(), fix]));
}

describe('gpsd: whole streams', () => {
  const streams = casesOf<Stream['expected']>('gpsd-stream.jsonl').filter(({ protocol }) => protocol === 'nmea0183');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('has streams', () => {
    expect(streams).to.not.be.empty;
  });

  for (const one of streams) {
    it(`gives the fixes of ${one.source}`, () => {
      const input = inputOf(one);
      const seen = witnesses(input.toString('latin1'));
      const suspectAt = (time: string | undefined): readonly string[] =>
        suspects.get(`${one.source} ${time ?? ''}`) ?? [];
      const ours = byTime(one, locationsOf(hear(nmea0183, chunksOf(input, cuts))));
      tally.add('streams');

      for (const asserted of one.expected.epochs.filter(({ valid }) => valid)) {
        const time = asserted.time ?? '';
        const fix = ours.get(time);
        expect(fix, `no fix at ${time}`).to.not.equal(undefined);
        if (fix === undefined) continue;
        ours.delete(time);
        tally.add('epochs');
        for (const value of values) {
          const verdict = judge(fix, asserted, value);
          if (verdict === 'not asserted' || suspectAt(time).includes(value)) continue;
          if (value === 'altitude' && hasFeet(one.input)) continue;
          if (verdict === 'missing') {
            // gpsd carries a value over, or computes it of two positions: ours is only what the instant's sentences say.
            const given = value !== 'position' && seen.get(time.slice(11))?.gives.has(value) === true;
            expect(given, `${value} left out at ${time}`).to.equal(false);
            tally.add(`${value} only gpsd has`);
          } else if (verdict === 'differs' && elsewhere[one.id]?.values.includes(value) === true) {
            tally.add(`${value} that gpsd has from elsewhere`);
          } else {
            expect(verdict, `${value}: ${JSON.stringify([fix, asserted])}`).to.equal('same');
            tally.add(value);
          }
        }
      }

      const invalid = new Set(one.expected.epochs.filter(({ valid }) => !valid).map(({ time }) => time));
      for (const [time, fix] of ours) {
        if (invalid.has(time)) expect(suspectAt(time), `gpsd has no fix at ${time}`).to.include('valid');
        // gpsd reports once a cycle, whose end it has to learn first: it leaves instants out.
        const witness = seen.get(fix.dateTime.slice(11));
        expect(witness?.claimed === true && !witness.denied, `a fix at ${time} out of nothing`).to.equal(true);
        tally.add('fixes that gpsd leaves out');
      }
    });
  }

  it('finds every sentence whose checksum is right, and counts every byte', () => {
    for (const one of streams) {
      const input = inputOf(one);
      const counters = noCounters();
      hear(nmea0183, chunksOf(input, cuts), counters);
      expect(counters.frames, one.source).to.be.at.least(one.facts?.validSentences ?? 0);
      expect(counters.bytes, one.source).to.equal(input.length);
      tally.add('sentences', counters.frames);
    }
  });
});

describe('gpsd: streams that mix NMEA with binary', () => {
  const streams = casesOf<Stream['expected']>('gpsd-stream.jsonl').filter(({ protocol }) =>
    /nmea.+|.+nmea/.test(protocol),
  );

  for (const one of streams.filter(({ protocol }) => protocol !== 'nmea0183')) {
    it(`finds the sentences of ${one.source} and contradicts no position`, () => {
      const input = inputOf(one);
      const counters = noCounters();
      const ours = byTime(one, locationsOf(hear(nmea0183, chunksOf(input, cuts), counters)));
      expect(counters.frames).to.be.at.least(one.facts?.validSentences ?? 0);
      expect(ours.size).to.be.above(0);
      for (const asserted of one.expected.epochs.filter(({ valid }) => valid)) {
        const fix = ours.get(asserted.time ?? '');
        if (fix !== undefined) expect(judge(fix, asserted, 'position')).to.equal('same');
      }
    });
  }
});
