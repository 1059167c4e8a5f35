import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { segmentsToDrop } from '../../../src/store/log/retention.js';
import type { Segment } from '../../../src/store/log/segment.js';
import { createTestClock } from '../../support/time/clock.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { everyLocation, openTestStore } from '../../support/store/store.js';

const DAY = 86_400_000;
const now = Date.parse('2026-11-21T00:00:00Z');

/** Segments of ten entries and 100 bytes, one per day, the newest of today. */
const daily = (count: number): Segment[] =>
  Array.from(
    { length: count },
    (_, day) =>
      ({
        first: day * 10 + 1,
        last: () => day * 10 + 10,
        bytes: () => 100,
        lastWrittenAt: () => now - (count - 1 - day) * DAY,
      }) as Segment,
  );
const firsts = (segments: readonly Segment[]): number[] => segments.map(({ first }) => first);

describe('retention', () => {
  it('segments older than `days` are dropped, and no others', () => {
    expect(firsts(segmentsToDrop(daily(10), { days: 7, bytes: 0 }, Infinity, now))).to.deep.equal([1, 11]);
  });

  it('the oldest segments are dropped until the log fits `bytes`', () => {
    expect(firsts(segmentsToDrop(daily(10), { days: 0, bytes: 750 }, Infinity, now))).to.deep.equal([1, 11, 21]);
  });

  it('entries that the snapshots do not cover are never dropped, nor is the newest segment', () => {
    expect(firsts(segmentsToDrop(daily(10), { days: 0, bytes: 1 }, 25, now))).to.deep.equal([1, 11]);
    expect(firsts(segmentsToDrop(daily(2), { days: 0, bytes: 1 }, Infinity, now))).to.deep.equal([1]);
  });

  it('a segment stamped in 1970 counts as old as the next one with a plausible stamp', () => {
    const wrong = daily(10).map((segment, day) => (day < 4 ? { ...segment, lastWrittenAt: () => 60_000 } : segment));
    expect(firsts(segmentsToDrop(wrong, { days: 7, bytes: 0 }, Infinity, now))).to.deep.equal([]);
    expect(firsts(segmentsToDrop(wrong, { days: 5, bytes: 0 }, Infinity, now + DAY))).to.deep.equal([
      1, 11, 21, 31, 41,
    ]);
    const allWrong = daily(3).map((segment) => ({ ...segment, lastWrittenAt: () => 60_000 }));
    expect(segmentsToDrop(allWrong, { days: 1, bytes: 0 }, Infinity, now)).to.deep.equal([]);
  });

  it('everything is kept without a limit', () => {
    expect(segmentsToDrop(daily(10), { days: 0, bytes: 0 }, Infinity, now)).to.deep.equal([]);
  });

  describe('with uplinks', () => {
    const limits = { days: 7, bytes: 0, uplinkBytes: 200 };
    const dropped = (neededFrom: number, uplinkBytes = limits.uplinkBytes): number[] =>
      firsts(segmentsToDrop(daily(12), { ...limits, uplinkBytes }, Infinity, now, neededFrom));

    it('segments beyond the limits stay while an uplink needs them', () => {
      expect(dropped(Infinity)).to.deep.equal([1, 11, 21, 31]);
      expect(dropped(21)).to.deep.equal([1, 11]);
      expect(dropped(30)).to.deep.equal([1, 11]);
      expect(dropped(31)).to.deep.equal([1, 11, 21]);
    });

    it('what uplinks need is dropped beyond `uplinkBytes`, the oldest first', () => {
      expect(dropped(1)).to.deep.equal([1, 11]);
      expect(dropped(1, 399)).to.deep.equal([1]);
      expect(dropped(1, 400)).to.deep.equal([]);
      expect(dropped(1, 0)).to.deep.equal([1, 11, 21, 31]);
    });
  });

  describe('in the store', () => {
    const folder = useFolder();

    it('old segments are dropped while it runs; the state stays, and the next start reports no loss', async () => {
      const options = { snapshotBytes: 8192, retention: { days: 0, bytes: 20_000 } };
      const store = await openTestStore(folder(), options);
      await store.append([{ kind: 'gateway', v: { id: 'gw' } }, locationOf('van', fixAt(0))]);
      for (let second = 0; second < 400; second++) await store.append([locationOf('bus', fixAt(second))]);
      await eventually('the log is small', () => store.status().bytes < 20_000 + 3 * 4096);
      const kept = await everyLocation(store, 'bus');
      expect(kept.at(-1)).to.deep.equal(fixAt(399));
      expect(kept.length).to.be.lessThan(150);
      expect(await everyLocation(store, 'van')).to.deep.equal([]);
      await store.close();
      const again = await openTestStore(folder(), options);
      expect(again.status()).to.deep.include({ losses: [], writable: true, entries: 402 });
      expect(again.state.gatewayId).to.equal('gw');
      expect(again.state.lastLocations.get('van')).to.deep.equal(fixAt(0));
      expect(await readdir(join(folder(), 'log'))).to.not.include('000000000001.sorted.jsonl');
      await again.close();
    });

    it('history that an uplink needs is kept up to `uplinkBytes`, and dropped once it was forwarded', async () => {
      const retention = { days: 0, bytes: 10_000, uplinkBytes: 20_000 };
      const store = await openTestStore(folder(), { snapshotBytes: 4096, retention });
      const after = { alerts: 0, history: 0 };
      await store.append([{ kind: 'uplink-begun', v: { name: 'center', address: 'rest http://center', after } }]);
      for (let second = 0; second < 400; second++) await store.append([locationOf('bus', fixAt(second))]);
      await eventually('the log fits its limits', () => store.status().bytes < 30_000 + 3 * 4096);
      store.applyRetention();
      // Whole segments are dropped, so each of the two limits may lack nearly one; a segment ends with a line over 4,096 bytes.
      expect(store.status().bytes).to.be.greaterThan(30_000 - 2 * (4096 + 300));
      const { n } = store.state;
      for (const lane of ['alerts', 'history'] as const) {
        await store.append([{ kind: 'uplink-cursor', v: { name: 'center', lane, n, settled: [], generation: '' } }]);
      }
      store.applyRetention();
      await eventually('the log is small', () => store.status().bytes < 10_000 + 3 * 4096);
      await store.close();
    });

    it('a segment may be dropped before it was sorted', async () => {
      const options = { segmentBytes: 300, snapshotBytes: 1, retention: { days: 0, bytes: 1000 } };
      const store = await openTestStore(folder(), options);
      for (let second = 0; second < 100; second++) await store.append([locationOf('bus', fixAt(second))]);
      const problem = await store.close().catch(String);
      expect(problem).to.equal(undefined);
      const again = await openTestStore(folder(), options);
      expect(again.status()).to.deep.include({ losses: [], writable: true, entries: 100 });
      await again.close();
    });

    it('the age of a record counts from its arrival, not from its own time', async () => {
      const clock = createTestClock();
      const options = { clock, snapshotBytes: 1024, retention: { days: 7, bytes: 0 } };
      const store = await openTestStore(folder(), options);
      const ago = (second: number): string => new Date(clock.now() - 300 * DAY + second * 1000).toISOString();
      for (let second = 0; second < 60; second++) {
        await store.append([locationOf('bus', { ...fixAt(second), dateTime: ago(second) })]);
      }
      store.applyRetention();
      await store.append([locationOf('bus', fixAt(0))]);
      expect(store.status().segments).to.be.greaterThan(2);
      clock.advance(8 * DAY);
      for (let second = 1; second < 60; second++) await store.append([locationOf('bus', fixAt(second))]);
      store.applyRetention();
      await eventually('records older than 7 days are dropped', () => store.status().segments < 7);
      await store.close();
    });
  });
});
