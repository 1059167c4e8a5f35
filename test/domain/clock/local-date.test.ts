import { expect } from 'chai';
import { localDate } from '../../../src/domain/clock/local-date.js';

const at = (instant: string, timeZone: string): string => localDate(Date.parse(instant), timeZone);

describe('localDate', () => {
  it('the date is that of the zone, not of UTC', () => {
    expect(at('2026-11-21T23:30:00Z', 'UTC')).to.equal('2026-11-21');
    expect(at('2026-11-21T23:30:00Z', 'Europe/Madrid')).to.equal('2026-11-22');
    expect(at('2026-11-21T02:30:00Z', 'America/Santiago')).to.equal('2026-11-20');
  });

  it('the date changes at the millisecond of midnight, in both directions', () => {
    expect(at('2026-11-21T22:59:59.999Z', 'Europe/Madrid')).to.equal('2026-11-21');
    expect(at('2026-11-21T23:00:00.000Z', 'Europe/Madrid')).to.equal('2026-11-22');
    expect(at('2026-11-21T22:59:59.999Z', 'Europe/Madrid')).to.equal('2026-11-21');
  });

  it('the date changes at one o’clock if midnight is skipped', () => {
    expect(at('2026-09-06T03:59:59Z', 'America/Santiago')).to.equal('2026-09-05');
    expect(at('2026-09-06T04:00:00Z', 'America/Santiago')).to.equal('2026-09-06');
  });
});
