import { expect } from 'chai';
import { readLocation } from '../../src/domain/location.js';
import { validateLocationInput, validateLocationsInput } from '../../src/schema/location.js';

const place = { dateTime: '2026-11-21T08:22:34Z', latitude: 52.84, longitude: 5.7 };
const kept = { ...place, dateTime: '2026-11-21T08:22:34.000Z' };

describe('reading a location', () => {
  it('brings its time to UTC with milliseconds', () => {
    const at = (dateTime: string): unknown => readLocation({ ...place, dateTime });
    expect(at('2026-11-21T09:22:34+01:00')).to.deep.equal({ ok: true, value: kept });
    expect(at('2026-11-21T08:22:34.5678Z')).to.have.nested.property('value.dateTime', '2026-11-21T08:22:34.567Z');
  });

  it('refuses a time that its zone moves out of the years of four digits', () => {
    const moved = readLocation({ ...place, dateTime: '9999-12-31T23:30:00-01:00' });
    expect(moved).to.include({ ok: false, code: 'validation_failed' });
  });

  it('takes a full turn for north', () => {
    expect(readLocation({ ...place, course: 360 })).to.deep.equal({ ok: true, value: { ...kept, course: 0 } });
  });

  it('keeps mileage under its public spelling, and refuses both at once', () => {
    expect(readLocation({ ...place, mileage: 7 })).to.deep.equal({ ok: true, value: { ...kept, milleage: 7 } });
    expect(readLocation({ ...place, mileage: 7, milleage: 7 })).to.include({ ok: false, code: 'validation_failed' });
  });

  it('does not change what it was given', () => {
    const given = { ...place, mileage: 7, course: 360 };
    readLocation(given);
    expect(given).to.deep.equal({ ...place, mileage: 7, course: 360 });
  });
});

describe('the schema of a location as sent', () => {
  it('refuses fields it does not know, also __proto__', () => {
    expect(validateLocationInput({ ...place, altitud: 1 })).to.include({ message: '/altitud is not a known field' });
    const hostile: unknown = JSON.parse(`{"__proto__":{"latitude":1},"dateTime":"${place.dateTime}"}`);
    expect(validateLocationInput(hostile)).to.include({ ok: false });
  });

  it('takes 1 to 1,000 at once', () => {
    expect(validateLocationsInput([])).to.include({ ok: false });
    expect(validateLocationsInput(Array.from({ length: 1000 }, () => place))).to.include({ ok: true });
    expect(validateLocationsInput(Array.from({ length: 1001 }, () => place))).to.include({ ok: false });
  });
});
