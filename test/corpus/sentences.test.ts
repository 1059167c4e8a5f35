import { expect } from 'chai';
import { nmea0183 } from '../../src/protocols/nmea0183/index.js';
import type { Location } from '../../src/schema/records/location.js';
import { createCounters } from '../../src/protocols/protocol.js';
import { bytes, runProtocol, locationsOf, sentence } from '../support/protocols/framing.js';
import { casesOf, createTally, inputOf } from './corpus.js';

/** Values asserted by other libraries for single sentences; knots. */
type Expected = {
  readonly error?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly speed?: number;
  readonly course?: number;
  readonly altitude?: number;
  readonly time?: string;
  readonly valid?: boolean;
  /** hour, minute, second, millisecond */
  readonly hmsms?: readonly [number, number, number, number];
  /** day, month, year of two digits */
  readonly ddmmyy?: readonly [number, number, number];
  readonly all?: Readonly<Record<string, string>>;
};

const METERS_PER_SECOND_PER_KNOT = 1852 / 3600;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The time of day in a sentence, to date it with a ZDA of the same instant. */
const timeOf = (text: string): string =>
  text.includes('GLL') ? (text.split(',')[5] ?? '') : (/^[^,]*,(\d{6}(?:\.\d+)?),/.exec(text)?.[1] ?? '');

/** The fix of a sentence with the missing values from others: a date, and for VTG a position. */
function fixOf(text: string): Location | undefined {
  const time = timeOf(text) || '120000';
  const before = sentence(`GPZDA,${time},21,11,2026,00,00`);
  const position = text.includes('VTG') ? sentence(`GPGLL,0100.0,N,00100.0,E,${time},A,A`) : '';
  return locationsOf(runProtocol(nmea0183, [bytes(before + position + text)]))[0];
}

function compare(fix: Location, expected: Expected): string[] {
  const mismatches: string[] = [];
  const near = (
    what: string,
    decoded: number | undefined,
    assertedValue: number | undefined,
    tolerance: number,
  ): void => {
    if (assertedValue !== undefined && !(decoded !== undefined && Math.abs(decoded - assertedValue) <= tolerance))
      mismatches.push(what);
  };
  near('latitude', fix.latitude, expected.latitude, 1e-8);
  near('longitude', fix.longitude, expected.longitude, 1e-8);
  near('altitude', fix.altitude, expected.altitude, 1e-9);
  // In Go, the number of a blank field is 0.
  if (expected.course !== 0 || fix.course !== undefined) near('course', fix.course, expected.course, 1e-9);
  if (expected.speed !== undefined) near('speed', fix.speed, expected.speed * METERS_PER_SECOND_PER_KNOT, 1e-4);
  const { hmsms, ddmmyy, all } = expected;
  if (hmsms !== undefined) {
    const [hours, minutes, seconds, milliseconds] = hmsms;
    const time = `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}.${String(milliseconds).padStart(3, '0')}Z`;
    if (!fix.dateTime.endsWith(time)) mismatches.push('time');
  }
  if (ddmmyy !== undefined) {
    const [day, month, year] = ddmmyy;
    if (fix.dateTime.slice(2, 10) !== `${twoDigits(year)}-${twoDigits(month)}-${twoDigits(day)}`)
      mismatches.push('date');
  }
  if (all?.time !== undefined && !fix.dateTime.includes(all.time)) mismatches.push('time');
  if (all?.date !== undefined && !fix.dateTime.startsWith(all.date)) mismatches.push('date');
  return mismatches;
}

for (const file of ['go-nmea.jsonl', 'pynmeagps.jsonl']) {
  describe(`single sentences of ${file}`, () => {
    const cases = casesOf<Expected>(file).filter(({ protocol }) => protocol === 'nmea0183');
    const tally = createTally();
    after(() => {
      tally.print();
    });

    it('the corpus has sentences', () => {
      expect(cases).to.not.be.empty;
    });

    it('every sentence has the asserted values, and an invalid one gives no fix', () => {
      for (const testCase of cases) {
        const text = `${testCase.input.trimEnd()}\r\n`;
        const { expected } = testCase;
        const where = `${testCase.id} ${testCase.input}`;
        const counters = createCounters();
        runProtocol(nmea0183, [bytes(text)], counters);
        expect(counters.frames, where).to.equal(1);
        tally.add('sentences');
        if (!/^\$..(?:RMC|GGA|GLL|GNS|VTG)/.test(text)) continue;
        const fix = fixOf(text);
        const noFix = expected.all?.status === 'V' || expected.all?.quality === '0';
        if (expected.error !== undefined && text.includes('VTG')) {
          expect(fix, where).to.not.have.property('course');
          tally.add('invalid fields left out');
        } else if (expected.error !== undefined || noFix) {
          expect(fix, where).to.equal(undefined);
          tally.add('without a fix');
        } else if (fix === undefined) expect.fail(`no fix: ${where}`);
        else {
          expect(compare(fix, expected), `${where} ${JSON.stringify(fix)}`).to.deep.equal([]);
          tally.add('fixes');
        }
      }
    });
  });
}

describe('standard sentences of traccar-nmea-like.jsonl', () => {
  const standard = /\$G[PN](?:RMC|GGA|GLL|GNS),/;
  const cases = casesOf<Expected>('traccar-nmea-like.jsonl').filter(
    ({ variant, input, encoding }) =>
      encoding === 'text' && /^(?:T55|GpsGate|Tlt2h)$/.test(variant ?? '') && standard.test(input),
  );
  const tally = createTally();
  after(() => {
    tally.print();
  });

  it('the corpus has sentences', () => {
    expect(cases).to.not.be.empty;
  });

  it('a sentence with a wrong or missing checksum gives no fix', () => {
    for (const testCase of cases.filter(({ integrity }) => integrity !== 'ok')) {
      expect(runProtocol(nmea0183, [inputOf(testCase), bytes('\r\n')]), testCase.input).to.deep.equal([]);
      tally.add('rejected');
    }
  });

  it('a sentence that claims a fix has the asserted position and time', () => {
    for (const testCase of cases.filter(({ integrity }) => integrity === 'ok')) {
      const claims = /RMC,[^,]*,A|GLL,(?:[^,]*,){5}A|GGA,(?:[^,]*,){5}[1-59]/.test(testCase.input);
      const time = timeOf(/\$.*/.exec(testCase.input)?.[0] ?? '');
      const dated = [sentence(`GPZDA,${time},21,11,2026,00,00`), testCase.input, '\r\n'].join('');
      const fixes = locationsOf(runProtocol(nmea0183, [bytes(dated)]));
      if (!claims) {
        expect(fixes, testCase.input).to.deep.equal([]);
        tally.add('without a fix');
        continue;
      }
      expect(fixes, testCase.input).to.not.be.empty;
      tally.add('with a fix');
      const { latitude, longitude, time: asserted } = testCase.expected;
      if (latitude === undefined || longitude === undefined) continue;
      // Tests of Traccar assert five decimals.
      expect(fixes[0]?.latitude).to.be.closeTo(latitude, 0.5001e-5);
      expect(fixes[0]?.longitude).to.be.closeTo(longitude, 0.5001e-5);
      expect(fixes[0]?.dateTime).to.equal(asserted);
      tally.add('positions and times');
    }
  });
});
