import { expect } from 'chai';
import { createCounters } from '../../src/protocols/protocol.js';
import { ubx } from '../../src/protocols/ubx/index.js';
import type { Location } from '../../src/schema/records/location.js';
import { chunksOf, runProtocol, locationsOf } from '../support/framing.js';
import { casesOf, createTally, inputOf } from './corpus.js';
import { judge, ofSentences, values, type Fix, type Value } from './fix.js';
import { gpsdStreams, type Stream } from './gpsd-judgement.js';
import { packetsOf } from './pvt.js';

const cuts = [1, 7, 64, 13, 256, 3, 1021];
const isFix = (fixType: number): boolean => fixType >= 2 && fixType <= 4;
/** gpsd's values of a receiver that speaks NMEA as well are often those of its sentences. */
const alsoSentences = /zed-f9r|uniqid-monhw/;

/** What contradicts gpsd in one fix. */
function faultsOf(
  ours: Location,
  asserted: Fix,
  source: string,
  suspect: readonly string[],
  add: (what: Value) => void,
) {
  return values.filter((value) => {
    const verdict = judge(ours, asserted, value, alsoSentences.test(source) ? ofSentences : undefined);
    if (suspect.includes(value) || verdict === 'not asserted') return false;
    if (verdict === 'same') add(value);
    return verdict !== 'same';
  });
}

describe('gpsd: single NAV-PVT', () => {
  const cases = casesOf<Fix>('gpsd-ubx-pvt.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('has cases', () => {
    expect(cases).to.not.be.empty;
  });

  it('gives the time and the values that gpsd gives, of every fix by satellites', () => {
    for (const one of cases) {
      const where = `${one.id} ${one.source}`;
      const [packet] = packetsOf(inputOf(one));
      const [ours, ...others] = locationsOf(runProtocol(ubx, [inputOf(one)]));
      expect(others, where).to.be.empty;
      if (!isFix(packet?.fixType ?? 0)) {
        // A receiver for time alone gives the position that it was told, or has surveyed.
        expect(ours, where).to.equal(undefined);
        tally.add('of time alone');
        continue;
      }
      if (ours === undefined) expect.fail(`no fix: ${where}`);
      expect(ours.dateTime, where).to.equal(one.expected.time);
      tally.add('times');
      const faults = faultsOf(ours, one.expected, one.source, one.suspect ?? [], (value) => {
        tally.add(value);
      });
      expect(faults, `${where} ${JSON.stringify([ours, one.expected])}`).to.deep.equal([]);
    }
  });
});

describe('gpsd: whole streams with UBX in them', () => {
  const streams = gpsdStreams().filter(({ protocol }) => protocol.includes('ubx'));
  const suspects = new Map(
    casesOf<Fix>('gpsd-ubx-pvt.jsonl').map(({ source, expected, suspect = [] }) => [
      `${source} ${expected.time ?? ''}`,
      suspect,
    ]),
  );
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('has streams', () => {
    expect(streams).to.not.be.empty;
  });

  /** Compares the fixes of a stream with those of gpsd, and says what is wrong. */
  function compare(one: Stream, ours: Map<string, Location>, packets: Set<string>): string[] {
    return one.expected.epochs.flatMap((asserted) => {
      const { time = '', valid } = asserted;
      const fix = ours.get(time);
      if (!valid) return fix === undefined ? [] : [`a fix at ${time}`];
      // What other packets say: NAV-SOL of older receivers, the position of a time receiver.
      if (!packets.has(time)) {
        tally.add('epochs that are not of NAV-PVT or HNR-PVT');
        return fix === undefined ? [] : [`a fix out of nothing at ${time}`];
      }
      if (fix === undefined) return [`no fix at ${time}`];
      tally.add('epochs');
      const suspect = suspects.get(`${one.source} ${time}`) ?? [];
      const faults = faultsOf(fix, asserted, one.source, suspect, (value) => {
        tally.add(value);
      });
      return faults.map((value) => `${value} ${JSON.stringify([fix, asserted])}`);
    });
  }

  for (const one of streams) {
    it(`gives the fixes of ${one.source}, each once`, () => {
      const input = inputOf(one);
      const packets = packetsOf(input).filter(({ fixType }) => isFix(fixType));
      const counters = createCounters();
      const locations = locationsOf(runProtocol(ubx, chunksOf(input, cuts), counters));
      const ours = new Map(locations.map((fix) => [fix.dateTime, fix]));
      expect(ours.size).to.equal(locations.length);
      // An instant that both tell is the solution's, which gpsd too has last.
      const solved = new Set(packets.flatMap(({ message, time }) => (message === 'NAV-PVT' ? [time] : [])));
      const taken = packets.filter(({ message, time }) => message === 'NAV-PVT' || !solved.has(time));
      const times = new Set(taken.map(({ time }) => time));
      expect(locations.map(({ dateTime }) => dateTime)).to.deep.equal([...times]);
      expect(compare(one, ours, times)).to.deep.equal([]);
      expect(counters.frames).to.be.at.least(one.facts?.ubxFrames ?? 0);
      tally.add('packets', counters.frames);
      tally.add('fixes', locations.length);
    });
  }
});
