import { expect } from 'chai';
import { createGapRule } from '../../../src/domain/records/gap.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The lengths of the gaps between records these intervals apart. */
function gapsIn(...intervals: readonly number[]): number[] {
  let time = Date.UTC(2026, 10, 21);
  const times = [time, ...intervals.map((interval) => (time += interval))];
  const isGap = createGapRule(times);
  return intervals.filter((_interval, index) => isGap(times[index] ?? 0, times[index + 1] ?? 0));
}

describe('createGapRule', () => {
  it('a gap is longer than 15 minutes', () => {
    expect(gapsIn(1000, 1000, 15 * MINUTE, 1000, 1000)).to.deep.equal([]);
    expect(gapsIn(1000, 1000, 15 * MINUTE + 1, 1000, 1000)).to.deep.equal([15 * MINUTE + 1]);
  });

  it('a gap is longer than three times the usual interval', () => {
    expect(gapsIn(HOUR, HOUR, 3 * HOUR, HOUR)).to.deep.equal([]);
    expect(gapsIn(HOUR, HOUR, 3 * HOUR + 1, HOUR)).to.deep.equal([3 * HOUR + 1]);
  });

  it('the usual interval is the median: neither many gaps nor repeated times change it', () => {
    const busy = Array.from({ length: 20 }, () => 10_000);
    expect(gapsIn(...busy, 8 * HOUR, ...busy, 9 * HOUR, 8 * HOUR)).to.deep.equal([8 * HOUR, 9 * HOUR, 8 * HOUR]);
    expect(gapsIn(0, 0, 0, 0, HOUR, HOUR, 2 * HOUR)).to.deep.equal([]);
  });

  it('the interval in question does not count as usual', () => {
    expect(gapsIn(7 * HOUR)).to.deep.equal([7 * HOUR]);
    expect(gapsIn(MINUTE, 7 * HOUR)).to.deep.equal([7 * HOUR]);
    expect(gapsIn(7 * HOUR, 7 * HOUR)).to.deep.equal([]);
  });

  it('a single record has no gap', () => {
    expect(gapsIn()).to.deep.equal([]);
    expect(createGapRule([])(0, MINUTE)).to.equal(false);
  });
});
