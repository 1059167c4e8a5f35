import { expect } from 'chai';
import { isActiveAt } from '../../../src/domain/alert-rules/active-hours.js';

describe('active hours', () => {
  // 21 November 2026 is a Saturday; Madrid is an hour ahead of UTC.
  const at = (time: string): number => Date.parse(`2026-11-21T${time}:00Z`);

  it('hours hold in the local time of the gateway', () => {
    const hours = { from: '08:00', to: '17:00' };
    expect(isActiveAt(hours, at('07:00'), 'Europe/Madrid')).to.equal(true);
    expect(isActiveAt(hours, at('06:59'), 'Europe/Madrid')).to.equal(false);
    expect(isActiveAt(hours, at('16:00'), 'Europe/Madrid')).to.equal(false);
    expect(isActiveAt(undefined, at('03:00'), 'Europe/Madrid')).to.equal(true);
  });

  it('hours over midnight belong to the day on which they begin', () => {
    const fridays = { from: '22:00', to: '06:00', days: [5] };
    expect(isActiveAt(fridays, at('03:00'), 'UTC')).to.equal(true);
    expect(isActiveAt(fridays, at('23:00'), 'UTC')).to.equal(false);
    expect(isActiveAt({ ...fridays, days: [6] }, at('23:00'), 'UTC')).to.equal(true);
  });

  it('equal times are a whole day', () => {
    expect(isActiveAt({ from: '00:00', to: '00:00', days: [6] }, at('12:00'), 'UTC')).to.equal(true);
    expect(isActiveAt({ from: '00:00', to: '00:00', days: [7] }, at('12:00'), 'UTC')).to.equal(false);
  });
});
