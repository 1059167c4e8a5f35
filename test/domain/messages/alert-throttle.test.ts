import { expect } from 'chai';
import { nextSeries } from '../../../src/domain/messages/alert-throttle.js';
import type { AlertSeries } from '../../../src/schema/entry.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21);

/** The minutes at which an alert raised at these minutes notifies. */
function notifiedAt(minutes: readonly number[], quietMinutes = 2): number[] {
  let series: AlertSeries | undefined;
  return minutes.filter((minute) => {
    const raised = { rule: 'r', deviceId: 'bus', alert: 'SOSButton', now: START + minute * MINUTE, quietMinutes };
    const next = nextSeries(series, raised);
    series = next.series;
    return next.isNotified;
  });
}

const every = (step: number, until: number): number[] => Array.from({ length: until / step + 1 }, (_, i) => i * step);

describe('nextSeries', () => {
  it('a repeated alert notifies at once, then after 2, 4, 8 … minutes', () => {
    expect(notifiedAt(every(0.5, 70))).to.deep.equal([0, 2, 6, 14, 30, 62]);
  });

  it('the quiet period starts as the rule defines and never exceeds a day', () => {
    expect(notifiedAt(every(1, 40), 5)).to.deep.equal([0, 5, 15, 35]);
    const days = notifiedAt(every(10, 5 * 1440), 1440).map((minute) => minute / 1440);
    expect(days).to.deep.equal([0, 1, 2, 3, 4, 5]);
  });

  it('a series starts over after a pause of an hour, or of twice its quiet period', () => {
    expect(notifiedAt([0, 2, 6, 14, 14 + 61, 14 + 62])).to.deep.equal([0, 2, 6, 14, 75]);
    // Quiet for 64 minutes from minute 62 on: a pause of 2 hours does not end the series.
    expect(notifiedAt([...every(1, 62), 62 + 127, 62 + 128]).slice(-2)).to.deep.equal([62, 189]);
  });

  it('after the clock was put back, an alert notifies once too often rather than not at all', () => {
    expect(notifiedAt([100, 101, 30, 31])).to.deep.equal([100, 30]);
  });
});
