import { expect } from 'chai';
import fc from 'fast-check';
import { createSentenceScan, endFields, scanSentence } from '../../../src/framing/sentence-scan.js';
import { utcMidnight } from '../../../src/protocols/utc.js';
import {
  course,
  decimal,
  knots,
  position,
  readShortDate,
  timeOfDay,
  type SentenceFields,
} from '../../../src/protocols/nmea0183/fields.js';

const seed = 20_261_121;
/** Indexes these fields after an address, reusing the index of a longer text. */
function fieldsOf(...values: readonly string[]): SentenceFields {
  const scan = createSentenceScan();
  const index = (text: string): SentenceFields => {
    const bytes = Buffer.from(`$${text}*00`, 'latin1');
    scanSentence(scan, bytes, 0, bytes.length);
    const star = scan.lastStar;
    return { bytes, star, fieldCount: endFields(scan, star), fieldAt: scan.fieldAt };
  };
  index('GPXXX,1,2,3,4,5,6,7,8,9,10,11,12,13,14');
  return index(['GPXXX', ...values].join(','));
}
const digits = fc.stringMatching(/^\d{0,7}$/);

describe('the fields of an NMEA sentence', () => {
  it('a decimal number is read exactly as by JavaScript', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '-'), digits, fc.constantFrom('', '.'), digits, (sign, whole, point, part) => {
        const field = sign + whole + point + (point === '' ? '' : part);
        const expected = whole + (point === '' ? '' : part) === '' ? undefined : Number(field) + 0;
        expect(decimal(fieldsOf(field), 1)).to.equal(expected);
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('other text is unknown', () => {
    for (const field of ['', '-', '.', '1e3', '0x1', ' 1', '1 ', '+1', '1.2.3', '1-', 'A', '1'.repeat(16)]) {
      expect(decimal(fieldsOf(field), 1), field).to.equal(undefined);
    }
    expect(decimal(fieldsOf('1'), 2)).to.equal(undefined);
  });

  it('a time is read to the millisecond, and impossible times are unknown', () => {
    expect(timeOfDay(fieldsOf('000000'), 1)).to.equal(0);
    expect(timeOfDay(fieldsOf('235959.999'), 1)).to.equal(86_399_999);
    expect(timeOfDay(fieldsOf('101500.07'), 1)).to.equal(36_900_070);
    expect(timeOfDay(fieldsOf('101500.'), 1)).to.equal(36_900_000);
    expect(timeOfDay(fieldsOf('101500.9999'), 1)).to.equal(36_900_999);
    for (const field of ['', '240000', '006000', '000060', '10150', '1015000', '101500.-1', '101500.1.2', 'hhmmss']) {
      expect(timeOfDay(fieldsOf(field), 1), field).to.equal(undefined);
    }
  });

  it('exactly the dates of the calendar are valid', () => {
    const dayMs = 86_400_000;
    for (let at = Date.UTC(1890, 0); at < Date.UTC(2110, 0); at += dayMs) {
      const date = new Date(at);
      expect(utcMidnight(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).to.equal(at);
    }
    expect(utcMidnight(100, 3, 1)).to.equal(Date.UTC(100, 2, 1));
    expect(utcMidnight(9998, 12, 31)).to.equal(Date.UTC(9998, 11, 31));
    for (const [year, month, dayOfMonth] of [
      [2026, 2, 29],
      [1900, 2, 29],
      [2026, 13, 1],
      [2026, 0, 1],
      [2026, 4, 31],
      [2026, 4, 0],
      [2026, 4, 1.5],
      [2026, 1.5, 1],
      [NaN, 1, 1],
      [2026, NaN, 1],
      [2026, 1, NaN],
      [99, 1, 1],
      [9999, 1, 1],
    ] as const) {
      expect(utcMidnight(year, month, dayOfMonth)).to.equal(undefined);
    }
  });

  it('a short date needs exactly six digits', () => {
    expect(readShortDate(fieldsOf('211126'), 1)).to.equal(Date.UTC(2026, 10, 21));
    for (const field of ['', '21112', '2111260', '21112x', ' 21126', '-11126', '290223']) {
      expect(readShortDate(fieldsOf(field), 1), field).to.equal(undefined);
    }
  });

  it('a position is read in any precision, with or without leading zeros', () => {
    expect(position(fieldsOf('4828.10', 'N', '1353.52', 'E'), 1)).to.deep.equal({
      latitude: 48.468333333,
      longitude: 13.892,
      decimals: 2,
    });
    expect(position(fieldsOf('0000', 'S', '00000', 'W'), 1)).to.deep.equal({ latitude: 0, longitude: 0, decimals: 0 });
    expect(position(fieldsOf('9000.0', 'S', '18000.0', 'W'), 1)).to.include({ latitude: -90, longitude: -180 });
  });

  it('speed and course out of range are unknown', () => {
    expect(['-1', '999999', '1'].map((field) => knots(fieldsOf(field), 1))).to.deep.equal([
      undefined,
      undefined,
      0.5144,
    ]);
    expect(['-0.1', '360.1', '359.9'].map((field) => course(fieldsOf(field), 1))).to.deep.equal([
      undefined,
      undefined,
      359.9,
    ]);
  });
});
