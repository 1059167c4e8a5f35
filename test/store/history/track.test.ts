import { expect } from 'chai';
import type { TripFix } from '../../../src/domain/trips/trip-fix.js';
import type { TrackQuery } from '../../../src/store/history/track.js';
import type { Store } from '../../../src/store/store.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf, longFixAt } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestClock } from '../../support/time/clock.js';

const START = Date.parse(fixAt(0).dateTime);
const DAY_SECONDS = 86_400;
const msOf = (second: number): number => START + second * 1000;

async function trackOf(store: Store, query: Partial<TrackQuery> = {}): Promise<TripFix[]> {
  const found: TripFix[] = [];
  const all = { deviceId: 'bus', from: 0, to: Infinity };
  for await (const slice of store.history.track({ ...all, ...query })) found.push(...slice);
  return found;
}
const secondsOf = (fixes: readonly TripFix[]): number[] => fixes.map(({ ms }) => (ms - START) / 1000);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('track', () => {
  const folder = useFolder();
  let store: Store;
  afterEach(() => store.close());

  it('fixes of overlapping segments come in order of time, whatever the order of arrival', async () => {
    store = await openTestStore(folder());
    for (const at of range(0, 99)) {
      const second = (at * 37) % 100;
      await store.append([locationOf('bus', longFixAt(second)), locationOf('van', fixAt(second))]);
    }
    expect(store.status().segments).to.be.greaterThan(10);
    const check = async (opened: Store): Promise<void> => {
      expect(secondsOf(await trackOf(opened))).to.deep.equal(range(0, 99));
      expect(secondsOf(await trackOf(opened, { from: msOf(20), to: msOf(30) }))).to.deep.equal(range(20, 30));
      expect(await trackOf(opened, { from: msOf(100) })).to.deep.equal([]);
      expect(await trackOf(opened, { deviceId: 'nobody' })).to.deep.equal([]);
    };
    await check(store);
    await store.close();
    store = await openTestStore(folder());
    await check(store);
  });

  it('entries before the first visible one are left out', async () => {
    store = await openTestStore(folder());
    const [first] = await store.append(range(1, 5).map((second) => locationOf('bus', fixAt(second))));
    const fromEntry = (first?.n ?? 0) + 2;
    expect(secondsOf(await trackOf(store, { fromEntry }))).to.deep.equal([3, 4, 5]);
  });

  it('restamped fixes come at their right time, between those of other segments, and not at the wrong one', async () => {
    const clock = createTestClock(fixAt(0).dateTime);
    store = await openTestStore(folder(), { clock });
    await store.append([{ kind: 'clock', v: { quality: 'none' } }]);
    for (const second of range(0, 19)) {
      // The gateway dates the first one by its clock; the tracker dates the second one, and is right.
      await store.append([locationOf('bus', longFixAt(second))]);
      await store.append([locationOf('bus', fixAt(DAY_SECONDS + second + 0.5))]);
      clock.advance(1_000);
    }
    clock.step(DAY_SECONDS * 1_000);
    await store.append([{ kind: 'clock', v: { quality: 'ntp' } }]);
    expect(store.status().segments).to.be.greaterThan(5);
    const halves = range(0, 39).map((half) => DAY_SECONDS + half / 2);
    expect(secondsOf(await trackOf(store))).to.deep.equal(halves);
    expect(await trackOf(store, { to: msOf(DAY_SECONDS - 1) })).to.deep.equal([]);
    const part = { from: msOf(DAY_SECONDS + 4), to: msOf(DAY_SECONDS + 6) };
    expect(secondsOf(await trackOf(store, part))).to.deep.equal(halves.slice(8, 13));
  });
});
