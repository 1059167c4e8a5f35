import { expect } from 'chai';
import fc from 'fast-check';
import { msOf, readInstant } from '../../../src/domain/clock/instant.js';
import { validator } from '../../../src/schema/validator.js';

describe('readInstant', () => {
  const stored = (text: string): string => {
    const read = readInstant(text);
    return read.ok ? read.value : read.message;
  };

  it('an instant in the stored form stays as it is, and any other gives the same as the calendar', () => {
    const [from, to] = [Date.UTC(1970, 0, 1), Date.UTC(9999, 11, 31)];
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (ms) => {
        const iso = new Date(ms).toISOString();
        expect(stored(iso)).to.equal(iso);
        expect(stored(iso.replace('Z', '4567Z'))).to.equal(iso);
        expect(stored(iso.replace('Z', '+00:00'))).to.equal(iso);
      }),
    );
  });

  it('an instant outside of the years 1970 to 9999 is refused, in any form', () => {
    for (const text of ['1969-12-31T23:59:59.999Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:30:00-01:00']) {
      expect(stored(text)).to.equal('/dateTime must be from 1970 to 9999');
    }
  });
});

describe('a leap second', () => {
  it('it is stored as the last millisecond of the second before, in every form', () => {
    for (const text of ['2016-12-31T23:59:60Z', '2016-12-31T23:59:60.000Z', '2017-01-01T01:59:60.5+02:00']) {
      expect(readInstant(text)).to.deep.equal({ ok: true, value: '2016-12-31T23:59:59.999Z' });
    }
  });
});

describe('the schema of an instant', () => {
  const validate = validator({ type: 'string', format: 'date-time' });

  it('every day of the calendar is an instant, and no other day is', () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(13), fc.nat(32), fc.nat(24), fc.nat(60), fc.nat(60), (...parts) => {
        const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = parts.map((part, index) =>
          String(part).padStart(index === 0 ? 4 : 2, '0'),
        );
        const text = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
        const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
        const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
        expect(validate(text).ok, text).to.equal(exists && isTime);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('msOf', () => {
  it('a stored instant is read like Date.parse reads it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) }), (ms) => {
        expect(msOf(new Date(ms).toISOString())).to.equal(ms);
      }),
    );
  });

  it('other forms are read like Date.parse reads them', () => {
    for (const text of [
      '2026-11-21T08:22:34Z',
      '2026-11-21T08:22:34.5+01:00',
      '2026-11-21',
      '',
      'yesterday, at noon or soZ',
    ])
      expect(msOf(text), text).to.deep.equal(Date.parse(text));
  });
});
