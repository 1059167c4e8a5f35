import { expect } from 'chai';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { localDate, nextMidnight } from '../../../src/domain/clock/local-date.js';

/** `WAYPOST_ZONES=all`: every zone and every day, takes minutes. Otherwise random days from a fixed seed. */
const EVERYTHING = process.env.WAYPOST_ZONES === 'all';
const zones = Intl.supportedValuesOf('timeZone');
const FIRST = Temporal.PlainDate.from('2024-01-01');
const DAYS = FIRST.until('2031-01-01').days;

const startOf = (date: Temporal.PlainDate, zone: string): number => date.toZonedDateTime(zone).epochMilliseconds;
const iso = (ms: number): string => new Date(ms).toISOString();

/** Checks the start of `date` from the middle of the day before. */
function expectStart(date: Temporal.PlainDate, zone: string): void {
  const start = startOf(date, zone);
  const what = `${zone} ${date.toString()}`;
  expect(iso(nextMidnight(start - 1, zone)), what).to.equal(iso(start));
  expect(iso(nextMidnight(start - 12 * 3_600_000, zone)), what).to.equal(iso(start));
  expect(localDate(start, zone), what).to.equal(date.toString());
  expect(localDate(start - 1, zone) < date.toString(), what).to.equal(true);
}

describe('nextMidnight', () => {
  for (const [zone, date, instant, why] of [
    [
      'America/Santiago',
      '2026-09-06',
      '2026-09-06T04:00:00.000Z',
      'a day whose midnight does not exist starts at one o’clock',
    ],
    [
      'America/Havana',
      '2026-03-08',
      '2026-03-08T05:00:00.000Z',
      'a day whose midnight does not exist starts at one o’clock',
    ],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 'a day with two midnights starts at the first'],
    [
      'Africa/Cairo',
      '2026-04-24',
      '2026-04-23T22:00:00.000Z',
      'a day whose midnight does not exist starts at one o’clock',
    ],
    [
      'Asia/Beirut',
      '2026-03-29',
      '2026-03-28T22:00:00.000Z',
      'a day whose midnight does not exist starts at one o’clock',
    ],
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', 'a day with two midnights starts at the first'],
  ] as const) {
    it(`${why}: ${zone} on ${date}`, () => {
      expect(iso(nextMidnight(Date.parse(instant) - 1, zone))).to.equal(instant);
      expectStart(Temporal.PlainDate.from(date), zone);
    });
  }

  it('after the second of two midnights comes the next day', () => {
    for (const [zone, first, next] of [
      ['America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
      ['Atlantic/Azores', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
    ] as const) {
      for (const minutes of [0, 30, 60, 90]) {
        expect(iso(nextMidnight(Date.parse(first) + minutes * 60_000, zone))).to.equal(next);
      }
    }
  });

  it('a date that a zone skipped is skipped', () => {
    expect(iso(nextMidnight(Date.parse('2011-12-29T12:00:00Z'), 'Pacific/Apia'))).to.equal('2011-12-30T10:00:00.000Z');
    expect(localDate(Date.parse('2011-12-30T10:00:00Z'), 'Pacific/Apia')).to.equal('2011-12-31');
  });

  it('at midnight itself the next midnight is a day later', () => {
    expect(iso(nextMidnight(Date.parse('2026-11-21T00:00:00Z'), 'UTC'))).to.equal('2026-11-22T00:00:00.000Z');
    expect(iso(nextMidnight(Date.parse('2026-11-20T23:59:59.999Z'), 'UTC'))).to.equal('2026-11-21T00:00:00.000Z');
  });

  if (EVERYTHING) {
    it(`the result equals Temporal’s in each of ${zones.length} zones on each of ${DAYS} days of 2024 to 2030`, function () {
      this.timeout(3_600_000);
      for (const zone of zones) for (let day = 0; day < DAYS; day++) expectStart(FIRST.add({ days: day }), zone);
    });
  } else {
    it('the result equals Temporal’s in any zone on any day of 2024 to 2030', function () {
      const anyDay = fc.integer({ min: 0, max: DAYS - 1 });
      fc.assert(
        fc.property(fc.constantFrom(...zones), anyDay, (zone, days) => {
          expectStart(FIRST.add({ days }), zone);
        }),
        { numRuns: 2_000, seed: 20_261_121 },
      );
    });
  }
});
