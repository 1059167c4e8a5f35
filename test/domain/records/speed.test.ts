import { expect } from 'chai';
import { KMH, KNOT, MPH, speedIn } from '../../../src/domain/records/speed.js';

describe('speedIn', () => {
  it('every unit of trackers becomes m/s, to four decimals', () => {
    expect(speedIn(KMH, 90)).to.equal(25);
    expect(speedIn(KMH, 100)).to.equal(27.7778);
    expect(speedIn(KNOT, 10)).to.equal(5.1444);
    expect(speedIn(MPH, 60)).to.equal(26.8224);
    expect(speedIn(1, 12.34567)).to.equal(12.3457);
  });

  it('every whole speed in km/h is the same as by division', () => {
    for (let speed = 0; speed <= 1_000; speed += 1) {
      expect(speedIn(KMH, speed)).to.equal(Math.round((speed / 3.6) * 1e4) / 1e4);
    }
  });
});
