import { expect } from 'chai';
import {
  bytesPerMsAt,
  createReadRate,
  createReadTicks,
  nextIntervalMs,
  URGENT_BYTES,
} from '../../../src/serial/transport/read-timing.js';
import { createTestTimers } from '../../support/time/test-timers.js';

const BAUD_RATES = [300, 4_800, 9_600, 115_200, 460_800, 921_600, 1_000_000, 3_000_000];

/** The next interval of a line that has sent without a pause for `elapsedMs`. */
const intervalAt = (baudRate: number, elapsedMs: number): number => {
  const bytesPerMs = bytesPerMsAt(baudRate);
  return nextIntervalMs({ bytes: elapsedMs * bytesPerMs, elapsedMs, bytesPerMs, hasWritten: false });
};

describe('nextIntervalMs', () => {
  it('a line of any speed gets at most three quarters of the buffer in an interval, and waits at most 40 ms', () => {
    for (const baudRate of BAUD_RATES) {
      const interval = intervalAt(baudRate, 20);
      expect(interval * bytesPerMsAt(baudRate), String(baudRate)).to.be.at.most(URGENT_BYTES);
      expect(interval).to.be.at.most(40);
    }
  });

  it('a slow line is read 25 times per second, and one of 921,600 baud 50 times', () => {
    for (const baudRate of [4_800, 9_600, 115_200]) expect(intervalAt(baudRate, 40)).to.equal(40);
    expect(intervalAt(921_600, 20)).to.equal(20);
  });

  it('a burst after a silence is read as its speed requires', () => {
    const burst = { bytes: 1, elapsedMs: 1_000, hasWritten: false };
    expect(nextIntervalMs({ ...burst, bytesPerMs: bytesPerMsAt(9_600) })).to.equal(40);
    expect(nextIntervalMs({ ...burst, bytesPerMs: bytesPerMsAt(3_000_000) })).to.equal(10);
    expect(nextIntervalMs({ ...burst, bytesPerMs: bytesPerMsAt(null) })).to.equal(40);
  });

  it('a port that is faster than its speed is read more often', () => {
    const read = { bytes: 2_000, bytesPerMs: bytesPerMsAt(9_600), hasWritten: false };
    expect(nextIntervalMs({ ...read, elapsedMs: 100 })).to.equal(40);
    expect(nextIntervalMs({ ...read, bytes: 30_000, elapsedMs: 20 })).to.equal(0);
    expect(nextIntervalMs({ ...read, elapsedMs: 1 })).to.equal(0);
    expect(nextIntervalMs({ ...read, elapsedMs: 0 })).to.equal(0);
  });

  it('a reply to what was written is read soon', () => {
    const read = { bytes: 1, elapsedMs: 1_000, bytesPerMs: bytesPerMsAt(9_600) };
    expect(nextIntervalMs({ ...read, hasWritten: true })).to.equal(10);
  });
});

describe('createReadRate', () => {
  /** Bytes per ms after the last of `reads`, which are [ms since the start, bytes]. */
  const rateAfter = (...reads: readonly (readonly [number, number])[]): number => {
    const readRate = createReadRate(0);
    let rate = NaN;
    for (const [now, bytes] of reads) {
      const read = readRate.add(bytes, now);
      rate = read.bytes / read.elapsedMs;
    }
    return rate;
  };

  it('a short read between long ones changes little', () => {
    expect(rateAfter([10, 40_000], [10.1, 10], [11, 4_096])).to.be.within(4_000, 4_010);
  });

  it('a silence is soon forgotten', () => {
    expect(rateAfter([10_000, 100])).to.equal(0.01);
    expect(rateAfter([10_000, 100], [10_040, 60_000])).to.be.within(900, 1_100);
  });

  it('so is a burst', () => {
    expect(rateAfter([10, 65_536], [1_010, 10], [2_010, 10])).to.be.below(2);
  });
});

describe('createReadTicks', () => {
  it('ports that wait for the same moment are woken together', async () => {
    const { timers, advance, waiting } = createTestTimers();
    const ticks = createReadTicks(timers);
    const woken: string[] = [];
    ticks.wait(20, () => woken.push('A'));
    await advance(5);
    ticks.wait(20, () => woken.push('B'));
    expect(waiting()).to.equal(1);
    await advance(14);
    expect(woken).to.deep.equal([]);
    await advance(1);
    expect(woken).to.deep.equal(['A', 'B']);
    expect(waiting()).to.equal(0);
  });

  it('a wait ends after at most its interval and 2 ms', async () => {
    const { timers, advance } = createTestTimers();
    const ticks = createReadTicks(timers);
    for (const intervalMs of [40, 20, 10, 5]) {
      for (let offset = 0; offset < 50; offset += 1) {
        const startedAt = timers.now();
        let wokenAt = NaN;
        ticks.wait(intervalMs, () => (wokenAt = timers.now()));
        await advance(intervalMs + 2);
        expect(wokenAt - startedAt).to.be.within(2, intervalMs + 2);
        await advance(offset % 7);
      }
    }
  });

  it('a canceled wait wakes nothing', async () => {
    const { timers, advance } = createTestTimers();
    const woken: string[] = [];
    createReadTicks(timers).wait(20, () => woken.push('A'))();
    await advance(100);
    expect(woken).to.deep.equal([]);
  });
});
