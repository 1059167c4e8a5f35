import { expect } from 'chai';
import { createStallDetector } from '../../../src/serial/port/stall-detector.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const HOUR_MS = 3_600_000;

function observeStalls() {
  const { timers, advance, waiting } = createTestTimers();
  const stalls: number[] = [];
  const detector = createStallDetector({ timers, onStall: () => void stalls.push(timers.now()) });
  /** reports activity `times` times, `ms` apart */
  async function activity(times: number, ms: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await advance(ms);
      detector.activity();
    }
  }
  return { detector, stalls, advance, waiting, activity };
}

describe('createStallDetector', () => {
  it('a stall is reported after three times the longest gap, and after 30 s at the earliest', async () => {
    const quick = observeStalls();
    await quick.activity(10, 1_000);
    await quick.advance(29_999);
    expect(quick.stalls).to.deep.equal([]);
    await quick.advance(1);
    expect(quick.stalls).to.deep.equal([40_000]);

    const slow = observeStalls();
    await slow.activity(4, 60_000);
    await slow.advance(179_000);
    expect(slow.stalls).to.deep.equal([]);
    await slow.advance(1_000);
    expect(slow.stalls).to.have.length(1);
  });

  it('a stall is reported again each time its length has doubled', async () => {
    const { activity, advance, stalls } = observeStalls();
    await activity(2, 1_000);
    await advance(1_000_000);
    expect(stalls.map((at) => at - 2_000)).to.deep.equal([30_000, 60_000, 120_000, 240_000, 480_000, 960_000]);
  });

  it('a stall has its length and the longest previous gap until activity resumes', async () => {
    const { detector, activity, advance } = observeStalls();
    await activity(3, 20_000);
    expect(detector.current()).to.equal(undefined);
    await advance(90_000);
    expect(detector.current()).to.include({ seconds: 90, maxBefore: 20 });
    detector.activity();
    expect(detector.current()).to.equal(undefined);
  });

  it('a stall becomes the longest gap, so equal silences are not reported again', async () => {
    const { activity, stalls } = observeStalls();
    await activity(10, 1_000);
    await activity(1, 600_000);
    const before = stalls.length;
    await activity(5, 600_000);
    expect(stalls.length).to.equal(before);
  });

  it('a long gap is forgotten after two hours', async () => {
    const { activity, advance, stalls } = observeStalls();
    await activity(2, 600_000);
    await activity(300, 30_000);
    stalls.length = 0;
    await advance(90_000);
    expect(stalls).to.have.length(1);
  });

  it('no stall is reported without activity, after a single activity, or after a reset', async () => {
    const { detector, advance, activity, stalls, waiting } = observeStalls();
    await advance(10 * HOUR_MS);
    detector.activity();
    await advance(10 * HOUR_MS);
    await activity(5, 1_000);
    detector.reset();
    expect(waiting()).to.equal(0);
    await advance(HOUR_MS);
    expect(stalls).to.deep.equal([]);
  });

  it('one timer serves any number of activities', async () => {
    const { activity, waiting } = observeStalls();
    await activity(1_000, 10);
    expect(waiting()).to.equal(1);
  });
});
