import { expect } from 'chai';
import { nextSeries, seriesNameOf } from '../../../src/domain/messages/alert-throttle.js';
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

describe('seriesNameOf', () => {
  const DAY = 1440 * MINUTE;
  const seriesOf = (alert: string, raised: number): AlertSeries => ({
    ...{ rule: 'r', deviceId: 'bus', alert },
    ...{ raised, told: raised, quietMinutes: 2 },
  });
  const names = (count: number, raised = START): AlertSeries[] =>
    Array.from({ length: count }, (_, i) => seriesOf(`A${i}`, raised));

  it('each name has a series of its own until a device has raised 32 of them in a day', () => {
    expect(seriesNameOf('New', names(31), START)).to.equal('New');
    expect(seriesNameOf('New', names(32), START)).to.equal('');
    expect(seriesNameOf('Newer', [...names(32), seriesOf('', START)], START)).to.equal('');
  });

  it('a name of that day keeps its series, and the same name of several rules counts once', () => {
    expect(seriesNameOf('A7', names(40), START)).to.equal('A7');
    const ofTwoRules = names(20).flatMap((one) => [one, { ...one, rule: 'other' }]);
    expect(seriesNameOf('New', ofTwoRules, START)).to.equal('New');
  });

  it('a name that the API knows always keeps a series of its own, whatever word a protocol has for it', () => {
    expect(seriesNameOf('SOSButton', names(100), START)).to.equal('SOSButton');
    expect(seriesNameOf('LOWBAT', names(100), START)).to.equal('BatteryLow');
    expect(seriesNameOf('seqLost', names(100), START)).to.equal('seqLost');
  });

  it('a name counts for a day after it was last raised', () => {
    expect(seriesNameOf('New', names(32), START + DAY - 1)).to.equal('');
    expect(seriesNameOf('New', names(32), START + DAY)).to.equal('New');
    expect(seriesNameOf('A3', names(40), START + DAY)).to.equal('A3');
  });
});
