import { expect } from 'chai';
import fc from 'fast-check';
import { localDate } from '../../../../src/domain/clock/local-date.js';
import { dayRange, dayUntil, isDate, shiftDate } from '../../../../src/web/pages/history/local-day.js';

const HOUR_MS = 3_600_000;
const hours = (date: string, zone: string): number => {
  const { from, to } = dayRange(date, zone);
  return (to + 1 - from) / HOUR_MS;
};

describe('the day of a depot', () => {
  it('a day is 23 hours when the clocks go forward, and 25 when they go back', () => {
    expect(hours('2026-03-28', 'Europe/Madrid')).to.equal(24);
    expect(hours('2026-03-29', 'Europe/Madrid')).to.equal(23);
    expect(hours('2026-10-25', 'Europe/Madrid')).to.equal(25);
    expect(hours('2026-04-05', 'Australia/Lord_Howe')).to.equal(24.5);
  });

  it('a day starts after midnight where the clocks skip it', () => {
    expect(hours('2026-09-06', 'America/Santiago')).to.equal(23);
    expect(new Date(dayRange('2026-09-06', 'America/Santiago').from).toISOString()).to.equal(
      '2026-09-06T04:00:00.000Z',
    );
  });

  it('a day contains exactly the instants of its date', () => {
    const zones = fc.constantFrom('Europe/Madrid', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago');
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 3_000 }), (zone, day) => {
        const date = shiftDate('2024-01-01', day);
        const { from, to } = dayRange(date, zone);
        expect([from - 1, from, to, to + 1].map((at) => localDate(at, zone))).to.deep.equal([
          shiftDate(date, -1),
          date,
          date,
          shiftDate(date, 1),
        ]);
      }),
      { numRuns: 50 },
    );
  });

  it('a day ends now if it is not over', () => {
    const { from, to } = dayRange('2026-11-22', 'Europe/Madrid');
    expect(dayUntil(from + HOUR_MS, '2026-11-22', 'Europe/Madrid')).to.deep.equal({
      from,
      to: from + HOUR_MS,
      isOpenEnded: true,
    });
    expect(dayUntil(to + HOUR_MS, '2026-11-22', 'Europe/Madrid')).to.deep.equal({ from, to });
  });
});

describe('isDate', () => {
  it('only dates of the calendar are dates', () => {
    expect(['2026-11-21', '2024-02-29'].every(isDate)).to.equal(true);
    expect(['2026-02-29', '2026-13-01', '2026-1-1', 'yesterday', ''].some(isDate)).to.equal(false);
  });
});
