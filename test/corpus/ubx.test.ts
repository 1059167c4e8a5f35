import { expect } from 'chai';
import { createCounters } from '../../src/protocols/protocol.js';
import { ubx } from '../../src/protocols/ubx/index.js';
import type { Location } from '../../src/schema/records/location.js';
import { chunksOf, runProtocol, locationsOf } from '../support/protocols/framing.js';
import { casesOf, createTally, inputOf } from './corpus.js';
import { judge, SENTENCE_PRECISION, VALUES, type Fix, type Value } from './fix.js';
import { gpsdStreams, type Stream } from './gpsd-judgement.js';
import { packetsOf } from './pvt.js';

const CHUNK_SIZES = [1, 7, 64, 13, 256, 3, 1021];
const isFix = (fixType: number): boolean => fixType >= 2 && fixType <= 4;
/** For receivers that also send NMEA, gpsd often reports the values of the sentences. */
const SENDS_NMEA = /zed-f9r|uniqid-monhw/;

/** The values of a fix that contradict gpsd. */
function mismatchesOf(
  decoded: Location,
  asserted: Fix,
  source: string,
  suspect: readonly string[],
  add: (what: Value) => void,
) {
  return VALUES.filter((value) => {
    const verdict = judge(decoded, asserted, value, SENDS_NMEA.test(source) ? SENTENCE_PRECISION : undefined);
    if (suspect.includes(value) || verdict === 'not asserted') return false;
    if (verdict === 'same') add(value);
    return verdict !== 'same';
  });
}

describe('NAV-PVT packets of gpsd', () => {
  const cases = casesOf<Fix>('gpsd-ubx-pvt.jsonl');
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('the corpus has packets', () => {
    expect(cases).to.not.be.empty;
  });

  it('every satellite fix has the time and values of gpsd', () => {
    for (const testCase of cases) {
      const where = `${testCase.id} ${testCase.source}`;
      const [packet] = packetsOf(inputOf(testCase));
      const [decoded, ...others] = locationsOf(runProtocol(ubx, [inputOf(testCase)]));
      expect(others, where).to.be.empty;
      if (!isFix(packet?.fixType ?? 0)) {
        // A time-only receiver sends its configured or surveyed position.
        expect(decoded, where).to.equal(undefined);
        tally.add('of time only');
        continue;
      }
      if (decoded === undefined) expect.fail(`no fix: ${where}`);
      expect(decoded.dateTime, where).to.equal(testCase.expected.time);
      tally.add('times');
      const mismatches = mismatchesOf(decoded, testCase.expected, testCase.source, testCase.suspect ?? [], (value) => {
        tally.add(value);
      });
      expect(mismatches, `${where} ${JSON.stringify([decoded, testCase.expected])}`).to.deep.equal([]);
    }
  });
});

describe('gpsd streams with UBX', () => {
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

  it('the corpus has streams with UBX', () => {
    expect(streams).to.not.be.empty;
  });

  /** The contradictions between the fixes of a stream and those of gpsd. */
  function compare(testCase: Stream, decoded: Map<string, Location>, packets: Set<string>): string[] {
    return testCase.expected.epochs.flatMap((asserted) => {
      const { time = '', valid } = asserted;
      const fix = decoded.get(time);
      if (!valid) return fix === undefined ? [] : [`a fix at ${time}`];
      // The values come from other packets: NAV-SOL of older receivers, the position of a time receiver.
      if (!packets.has(time)) {
        tally.add('epochs that are not of NAV-PVT or HNR-PVT');
        return fix === undefined ? [] : [`a fix without a source at ${time}`];
      }
      if (fix === undefined) return [`no fix at ${time}`];
      tally.add('epochs');
      const suspect = suspects.get(`${testCase.source} ${time}`) ?? [];
      const mismatches = mismatchesOf(fix, asserted, testCase.source, suspect, (value) => {
        tally.add(value);
      });
      return mismatches.map((value) => `${value} ${JSON.stringify([fix, asserted])}`);
    });
  }

  for (const testCase of streams) {
    it(`the stream ${testCase.source} gives each fix of gpsd once`, () => {
      const input = inputOf(testCase);
      const packets = packetsOf(input).filter(({ fixType }) => isFix(fixType));
      const counters = createCounters();
      const locations = locationsOf(runProtocol(ubx, chunksOf(input, CHUNK_SIZES), counters));
      const decoded = new Map(locations.map((fix) => [fix.dateTime, fix]));
      expect(decoded.size).to.equal(locations.length);
      // For an instant in both messages, NAV-PVT counts; gpsd reports it last, too.
      const solved = new Set(packets.flatMap(({ message, time }) => (message === 'NAV-PVT' ? [time] : [])));
      const taken = packets.filter(({ message, time }) => message === 'NAV-PVT' || !solved.has(time));
      const times = new Set(taken.map(({ time }) => time));
      expect(locations.map(({ dateTime }) => dateTime)).to.deep.equal([...times]);
      expect(compare(testCase, decoded, times)).to.deep.equal([]);
      expect(counters.frames).to.be.at.least(testCase.facts?.ubxFrames ?? 0);
      tally.add('packets', counters.frames);
      tally.add('fixes', locations.length);
    });
  }
});
