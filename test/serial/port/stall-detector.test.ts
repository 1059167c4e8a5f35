import { expect } from 'chai';
import { createStallDetector } from '../../../src/serial/port/stall-detector.js';
import { createTestTimers } from '../../support/test-timers.js';

const hour = 3_600_000;

function observeStalls() {
  const { timers, advance, waiting } = createTestTimers();
  const stalls: number[] = [];
  const detector = createStallDetector({ timers, onStall: () => void stalls.push(timers.now()) });
  /** is heard so often, so many ms apart */
  async function activity(times: number, ms: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await advance(ms);
      detector.activity();
    }
  }
  return { silence: detector, told: stalls, advance, waiting, hear: activity };
}

describe('a silence', () => {
  it('is told of when it is three times as long as any before, and 30 s at least', async () => {
    const quick = observeStalls();
    await quick.hear(10, 1_000);
    await quick.advance(29_999);
    expect(quick.told).to.deep.equal([]);
    await quick.advance(1);
    expect(quick.told).to.deep.equal([40_000]);

    const slow = observeStalls();
    await slow.hear(4, 60_000);
    await slow.advance(179_000);
    expect(slow.told).to.deep.equal([]);
    await slow.advance(1_000);
    expect(slow.told).to.have.length(1);
  });

  it('is told of again only when it is twice as long each time', async () => {
    const { hear: activity, advance, told: stalls } = observeStalls();
    await activity(2, 1_000);
    await advance(1_000_000);
    expect(stalls.map((at) => at - 2_000)).to.deep.equal([30_000, 60_000, 120_000, 240_000, 480_000, 960_000]);
  });

  it('says how long it lasts and what was usual, until something is heard', async () => {
    const { silence: detector, hear: activity, advance } = observeStalls();
    await activity(3, 20_000);
    expect(detector.current()).to.equal(undefined);
    await advance(90_000);
    expect(detector.current()).to.deep.equal({ seconds: 90, maxBefore: 20 });
    detector.activity();
    expect(detector.current()).to.equal(undefined);
  });

  it('is learned from, so that a tracker which is slow at night is not told of every time', async () => {
    const { hear: activity, told: stalls } = observeStalls();
    await activity(10, 1_000);
    await activity(1, 600_000);
    const before = stalls.length;
    await activity(5, 600_000);
    expect(stalls.length).to.equal(before);
  });

  it('of an hour long ago is forgotten', async () => {
    const { hear: activity, advance, told: stalls } = observeStalls();
    await activity(2, 600_000);
    await activity(300, 30_000);
    stalls.length = 0;
    await advance(90_000);
    expect(stalls).to.have.length(1);
  });

  it('is nobody’s when nothing was ever heard, when the port is gone, or after one word', async () => {
    const { silence: detector, advance, hear: activity, told: stalls, waiting } = observeStalls();
    await advance(10 * hour);
    detector.activity();
    await advance(10 * hour);
    await activity(5, 1_000);
    detector.reset();
    expect(waiting()).to.equal(0);
    await advance(hour);
    expect(stalls).to.deep.equal([]);
  });

  it('keeps one timer, however often something is heard', async () => {
    const { hear: activity, waiting } = observeStalls();
    await activity(1_000, 10);
    expect(waiting()).to.equal(1);
  });
});
