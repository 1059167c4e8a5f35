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

/** These send NAV-SOL with a satellite fix, and no NAV-PVT. */
const FIXES_OF_SOL = 'aek-4t';

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

describe('packets of pyubx2', () => {
  it('NAV-POSLLH and NAV-TIMEUTC of one epoch become the asserted location', () => {
    const cases = casesOf<Fix>('pyubx2.jsonl');
    expect(cases).to.have.length(2);
    const [location, ...others] = locationsOf(runProtocol(ubx, cases.map(inputOf)));
    expect(others).to.be.empty;
    expect(location).to.deep.equal({
      dateTime: '2021-12-04T11:34:59.000Z',
      latitude: cases[0]?.expected.latitude,
      longitude: cases[0]?.expected.longitude,
      altitude: 42.701,
      accuracy: 1.491,
    });
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

  /** gpsd still has leap seconds of its own at the first epoch: the NAV-TIMEGPS and NAV-TIMEUTC of the epoch have others. */
  const OWN_TIMES: Readonly<Record<string, string>> = { '2007-12-23T23:11:19.999Z': '2007-12-23T23:11:23.999Z' };

  /** The contradictions between a fix of NAV-SOL and that of gpsd; NAV-SOL has no altitude, and no course at rest. */
  function mismatchesOfSol(fix: Location, asserted: Fix): string[] {
    tally.add('epochs of NAV-SOL');
    const { altitudeHae = NaN, speed } = asserted;
    const isSameHeight = Math.abs(Number(fix.attributes?.ellipsoidHeight) - altitudeHae) <= 0.0051;
    const wrong = VALUES.filter((value) => value !== 'altitude' && !(value === 'course' && speed === 0)).filter(
      (value) => judge(fix, asserted, value) !== 'same',
    );
    return [...wrong, ...(isSameHeight ? [] : ['height']), ...(fix.altitude === undefined ? [] : ['altitude'])].map(
      (value) => `${value} ${JSON.stringify([fix, asserted])}`,
    );
  }

  /** The contradictions between the fixes of a stream and those of gpsd. */
  function compare(testCase: Stream, decoded: Map<string, Location>, packets: Set<string>): string[] {
    return testCase.expected.epochs.flatMap((asserted) => {
      const { time = '', valid } = asserted;
      const fix = decoded.get(OWN_TIMES[time] ?? time);
      if (!valid) return fix === undefined ? [] : [`a fix at ${time}`];
      // The values come from other packets: NAV-SOL of older receivers, the position of a time receiver.
      if (!packets.has(time)) {
        if (fix !== undefined) return mismatchesOfSol(fix, asserted);
        tally.add('epochs without a fix in NAV-PVT, HNR-PVT or NAV-SOL');
        return [];
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
      const ofSol = testCase.expected.epochs.flatMap(({ time = '', valid }) =>
        valid && times.size === 0 && testCase.source.includes(FIXES_OF_SOL) ? [OWN_TIMES[time] ?? time] : [],
      );
      expect(locations.map(({ dateTime }) => dateTime)).to.deep.equal([...times, ...ofSol]);
      expect(compare(testCase, decoded, times)).to.deep.equal([]);
      expect(counters.frames).to.be.at.least(testCase.facts?.ubxFrames ?? 0);
      tally.add('packets', counters.frames);
      tally.add('fixes', locations.length);
    });
  }
});
