import { expect } from 'chai';
import { readLocation } from '../../../src/domain/records/location.js';
import { locationsInputSchema, validateLocationInput } from '../../../src/schema/records/location.js';
import { validator } from '../../../src/schema/validator.js';

const fix = { dateTime: '2026-11-21T08:22:34Z', latitude: 52.84, longitude: 5.7 };
const stored = { ...fix, dateTime: '2026-11-21T08:22:34.000Z' };

describe('readLocation', () => {
  it('the time is converted to UTC with milliseconds', () => {
    const at = (dateTime: string): unknown => readLocation({ ...fix, dateTime });
    expect(at('2026-11-21T09:22:34+01:00')).to.deep.equal({ ok: true, value: stored });
    expect(at('2026-11-21T08:22:34.5678Z')).to.have.nested.property('value.dateTime', '2026-11-21T08:22:34.567Z');
  });

  it('a time that its zone moves out of the years of four digits is refused', () => {
    const moved = readLocation({ ...fix, dateTime: '9999-12-31T23:30:00-01:00' });
    expect(moved).to.include({ ok: false, code: 'validation_failed' });
  });

  it('a course of 360 is north', () => {
    expect(readLocation({ ...fix, course: 360 })).to.deep.equal({ ok: true, value: { ...stored, course: 0 } });
  });

  it('mileage is stored under its public spelling, and both at once are refused', () => {
    expect(readLocation({ ...fix, mileage: 7 })).to.deep.equal({ ok: true, value: { ...stored, milleage: 7 } });
    expect(readLocation({ ...fix, mileage: 7, milleage: 7 })).to.include({ ok: false, code: 'validation_failed' });
  });

  it('the id of the driver is kept as an attribute in upper case, wherever it is stated; zeros are none', () => {
    const attributesOf = (own: object) => {
      const read = readLocation({ ...fix, ...own });
      return read.ok ? read.value.attributes : read.message;
    };
    expect(attributesOf({ driverId: ' a1b2 ' })).to.deep.equal({ driverId: 'A1B2' });
    expect(attributesOf({ attributes: { driverId: 'a1b2', hdop: 1 } })).to.deep.equal({ driverId: 'A1B2', hdop: 1 });
    expect(attributesOf({ driverId: '00000000' })).to.equal(undefined);
    expect(attributesOf({ driverId: '', attributes: { hdop: 1 } })).to.deep.equal({ hdop: 1 });
    const full = Object.fromEntries(Array.from({ length: 32 }, (_, n) => [`v${n}`, n]));
    expect(attributesOf({ driverId: 'a', attributes: full })).to.match(/^\/driverId /);
  });

  it('percentages are rounded', () => {
    const read = readLocation({ ...fix, battery: 84.5, fuel: 0.4, fuel2: 99.9 });
    expect(read).to.deep.equal({ ok: true, value: { ...stored, battery: 85, fuel: 0, fuel2: 100 } });
  });

  it('a location is at most 16 KiB as JSON, in bytes, and the largest field is named', () => {
    const texts = (text: string): string[] => Array.from({ length: 32 }, () => text.repeat(256));
    expect(readLocation({ ...fix, warnings: texts('x') })).to.have.property('ok', true);
    expect(readLocation({ ...fix, warnings: texts('x'), alerts: ['y'], alertTexts: texts('z') })).to.include({
      ok: false,
      code: 'validation_failed',
      message: '/alertTexts is too long: the location has 16691 bytes as JSON, at most 16384 are allowed',
    });
    expect(readLocation({ ...fix, alertTexts: texts('ß') }))
      .to.have.property('message')
      .that.matches(/^\/alertTexts /);
    const attributes = Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`a${i}`, 'v'.repeat(512)]));
    expect(readLocation({ ...fix, attributes }))
      .to.have.property('message')
      .that.matches(/^\/attributes /);
    const accessories = Array.from({ length: 16 }, () => attributes);
    const read = readLocation({ ...fix, accessoriesAttributes: accessories });
    expect(read)
      .to.have.property('message')
      .that.matches(/^\/accessoriesAttributes /);
  });

  it('the input object is not changed', () => {
    const given = { ...fix, mileage: 7, course: 360 };
    readLocation(given);
    expect(given).to.deep.equal({ ...fix, mileage: 7, course: 360 });
  });
});

describe('the schema of a posted location', () => {
  it('unknown fields are refused, including __proto__', () => {
    expect(validateLocationInput({ ...fix, altitud: 1 })).to.include({ message: '/altitud is not a known field' });
    const hostile: unknown = JSON.parse(`{"__proto__":{"latitude":1},"dateTime":"${fix.dateTime}"}`);
    expect(validateLocationInput(hostile)).to.include({ ok: false });
  });

  it('1 to 1,000 locations are accepted at once', () => {
    const validateLocationsInput = validator(locationsInputSchema);
    expect(validateLocationsInput([])).to.include({ ok: false });
    expect(validateLocationsInput(Array.from({ length: 1000 }, () => fix))).to.include({ ok: true });
    expect(validateLocationsInput(Array.from({ length: 1001 }, () => fix))).to.include({ ok: false });
  });
});
