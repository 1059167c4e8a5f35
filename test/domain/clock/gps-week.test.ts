import { expect } from 'chai';
import { assessClock, RELEASE_TIME, type ClockEvidence } from '../../../src/domain/clock/clock-quality.js';
import { rolloverMs } from '../../../src/domain/clock/gps-week.js';

const DAY_MS = 86_400_000;
const WEEKS_1024_MS = 7168 * DAY_MS;
const NOW = RELEASE_TIME + 25 * DAY_MS;

describe('a rollover of the GPS week', () => {
  it('a time is moved by multiples of 1024 weeks if that brings it within a day, and otherwise not', () => {
    for (const weeks of [-2, -1, 1, 2])
      for (const off of [-DAY_MS, -1, 0, DAY_MS])
        expect(rolloverMs(NOW + weeks * WEEKS_1024_MS + off, NOW)).to.equal(-weeks * WEEKS_1024_MS);
    for (const off of [0, DAY_MS, 400 * DAY_MS, WEEKS_1024_MS - DAY_MS - 1, WEEKS_1024_MS / 2])
      expect(rolloverMs(NOW - off, NOW)).to.equal(0);
  });
});

describe('the clock and a receiver that is off', () => {
  const qualityOf = (own: Partial<ClockEvidence>): string =>
    assessClock({
      ...{ now: NOW, latestTrustedTime: NOW - 1_000, wasBehind: false, ntp: null, gps: [], wasConfirmed: false },
      rtc: null,
      ...own,
    }).quality;

  it('receivers that are a multiple of 1024 weeks off contradict nothing and support nothing', () => {
    const rolled = [NOW + WEEKS_1024_MS, NOW + WEEKS_1024_MS + 500];
    expect(qualityOf({ gps: rolled })).to.equal('saved');
    expect(qualityOf({ gps: rolled, latestTrustedTime: NaN })).to.equal('saved');
    expect(qualityOf({ gps: [...rolled, NOW + 60_000] })).to.equal('none');
  });

  it('one receiver that is years off contradicts only a clock that the store does not agree with, two every clock', () => {
    const years = NOW + 800 * DAY_MS;
    expect(qualityOf({ gps: [years] })).to.equal('saved');
    expect(qualityOf({ gps: [years], latestTrustedTime: NaN })).to.equal('none');
    expect(qualityOf({ gps: [years, years + 1_000] })).to.equal('none');
  });

  it('one receiver that is days ahead contradicts a clock that nothing confirmed, as after days without power', () => {
    expect(qualityOf({ gps: [NOW + 3 * DAY_MS] })).to.equal('none');
  });
});
