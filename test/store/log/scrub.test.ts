import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { GatewayMessage } from '../../../src/messages/message.js';
import { createScrub, SCRUB_DAYS } from '../../../src/store/log/scrub.js';
import { createLossLog, describeLoss, findSegments, sortedName, type Segment } from '../../../src/store/log/segment.js';
import { createUnreadableSegment } from '../../../src/store/log/unreadable-segment.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestClock } from '../../support/time/clock.js';

const DAY_MS = 86_400_000;
const PIECES = 3;

describe('the scrub of the log', () => {
  const folder = useFolder();

  /** Segments of `PIECES` pieces, and how often each of them was verified to its end. */
  function createBench(count = 300) {
    const verified = new Map<number, number>();
    const segmentAt = (index: number): Segment => {
      const first = 1 + index * 7_000;
      const open = (): Promise<Segment> => Promise.reject(new Error());
      return {
        ...createUnreadableSegment({ from: first, to: first + 6_999, bytes: 1, open, onOpened: () => undefined }),
        reopen: () => Promise.resolve(undefined),
        verify(offset) {
          if (offset < PIECES - 1) return Promise.resolve(offset + 1);
          verified.set(first, (verified.get(first) ?? 0) + 1);
          return Promise.resolve(null);
        },
      };
    };
    const segments = Array.from({ length: count }, (_, index) => segmentAt(index));
    const bench = { now: Date.UTC(2026, 10, 21), appended: 0, verified };
    const scrub = createScrub({
      ...{ segments: () => segments, replace: () => undefined, ignored: new Set() },
      logFolder: { path: folder(), corruptSuffix: undefined, report: () => undefined },
      ...{ now: () => bench.now, monotonic: () => bench.now, appended: () => bench.appended },
    });
    return { bench, scrub };
  }

  it('verifies each segment once in 30 days, a share every day, however often the gateway starts', async () => {
    const { bench } = createBench();
    for (let day = 0; day < SCRUB_DAYS; day += 1) {
      const { bench: run, scrub } = createBench();
      run.now = bench.now + day * DAY_MS;
      for (let step = 0; step < 200; step += 1) await scrub.step();
      expect(run.verified.size).to.be.within(1, 30);
      for (const [first, times] of run.verified) bench.verified.set(first, (bench.verified.get(first) ?? 0) + times);
    }
    expect([...bench.verified.values()]).to.deep.equal(Array.from({ length: 300 }, () => 1));
  });

  it('verifies one piece of one segment at a time, and none while the gateway is loaded', async () => {
    const { bench, scrub } = createBench();
    for (let step = 0; step < 50; step += 1) {
      bench.appended += 1_000;
      await scrub.step();
    }
    expect(bench.verified.size).to.equal(0);
    for (let step = 0; step < PIECES; step += 1) await scrub.step();
    expect(bench.verified.size).to.equal(1);
  });

  it('a bit that flipped in a closed segment is named within 30 days without a reader', async () => {
    const clock = createTestClock();
    const sizes = { segmentBytes: 2_500, clock };
    const store = await openTestStore(folder(), sizes);
    for (let second = 0; second < 60; second++) await store.append([locationOf('bus', fixAt(second))]);
    await store.close();
    const first = (await findSegments(join(folder(), 'log')))[2]?.first ?? 0;
    const path = join(folder(), 'log', sortedName(first));
    await writeFile(path, (await readFile(path, 'utf8')).replace('"latitude":52.5', '"latitude":52.4'));
    let now = clock.now();
    const again = await openTestStore(folder(), { ...sizes, clock: { ...clock, now: () => now } });
    expect(again.status().losses).to.deep.equal([]);
    for (let day = 0; day < SCRUB_DAYS && again.status().losses.length === 0; day += 1, now += DAY_MS) {
      for (let step = 0; step < 10; step += 1) {
        again.scrub();
        await new Promise(setImmediate);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(again.status().losses.join('\n')).to.match(
      new RegExp(`${sortedName(first)}: bytes \\d+ to \\d+ are damaged`),
    );
    await again.close();
  });

  it('a loss is listed once, and no longer once it is withdrawn', () => {
    const named: GatewayMessage[] = [];
    const { losses, report, withdraw } = createLossLog((loss) => named.push(loss));
    const entry = (n: number): GatewayMessage => describeLoss({ from: n, to: n });
    for (const n of [1, 2, 1]) report(entry(n));
    withdraw(entry(1));
    withdraw(entry(3));
    expect(losses).to.deep.equal([entry(2)]);
    expect(named).to.deep.equal([entry(1), entry(2)]);
  });
});
