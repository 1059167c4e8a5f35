import { expect } from 'chai';
import fc from 'fast-check';
import { course, day, decimal, knots, position, timeOfDay } from '../../../src/protocols/nmea0183/fields.js';

const seed = 20_261_121;
const digits = fc.stringMatching(/^\d{0,7}$/);

describe('fields of a sentence', () => {
  it('reads a decimal number exactly as JavaScript does', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '-'), digits, fc.constantFrom('', '.'), digits, (sign, whole, point, part) => {
        const field = sign + whole + point + (point === '' ? '' : part);
        const expected = whole + (point === '' ? '' : part) === '' ? undefined : Number(field) + 0;
        expect(decimal(field)).to.equal(expected);
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('takes anything else for unknown', () => {
    for (const field of [
      undefined,
      '',
      '-',
      '.',
      '1e3',
      '0x1',
      ' 1',
      '1 ',
      '+1',
      '1.2.3',
      '1-',
      'A',
      '1,',
      '1'.repeat(16),
    ]) {
      expect(decimal(field), String(field)).to.equal(undefined);
    }
  });

  it('reads the time to the millisecond, and none that the day does not have', () => {
    expect(timeOfDay('000000')).to.equal(0);
    expect(timeOfDay('235959.999')).to.equal(86_399_999);
    expect(timeOfDay('101500.07')).to.equal(36_900_070);
    expect(timeOfDay('101500.')).to.equal(36_900_000);
    expect(timeOfDay('101500.9999')).to.equal(36_900_999);
    for (const field of ['', '240000', '006000', '000060', '10150', '1015000', '101500.-1', '101500.1.2', 'hhmmss']) {
      expect(timeOfDay(field), field).to.equal(undefined);
    }
  });

  it('knows the days of every month', () => {
    expect(day(2024, 2, 29)).to.equal(Date.UTC(2024, 1, 29));
    for (const [year, month, dayOfMonth] of [
      [2026, 2, 29],
      [2026, 13, 1],
      [2026, 0, 1],
      [2026, 4, 31],
      [0, 1, 1],
    ] as const) {
      expect(day(year, month, dayOfMonth)).to.equal(undefined);
    }
  });

  it('reads a position of any precision, with leading zeros or without', () => {
    expect(position(['4828.10', 'N', '1353.52', 'E'], 0)).to.deep.equal({
      latitude: 48.468333333,
      longitude: 13.892,
      decimals: 2,
    });
    expect(position(['0000', 'S', '00000', 'W'], 0)).to.deep.equal({ latitude: 0, longitude: 0, decimals: 0 });
    expect(position(['9000.0', 'S', '18000.0', 'W'], 0)).to.include({ latitude: -90, longitude: -180 });
  });

  it('keeps speed and course within what they can be', () => {
    expect([knots('-1'), knots('999999'), knots('1')]).to.deep.equal([undefined, undefined, 0.5144]);
    expect([course('-0.1'), course('360.1'), course('359.9')]).to.deep.equal([undefined, undefined, 359.9]);
  });
});
