import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import type { Change } from '../../../src/schema/entry.js';
import type { DeviceAlert, NewestAlertsQuery } from '../../../src/store/history/history.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const ids = ['bus', 'van', 'car'];
const at = (second: number): string => fixAt(second).dateTime;
const alertOf = (deviceId: string, second: number, name = 'SOSButton'): Change => ({
  kind: 'alert',
  v: { deviceId, alert: { dateTime: at(second), alerts: [name] }, source: { protocol: 'http' } },
});
const always = { deviceIds: ids, from: 0, to: Date.parse('9999-12-31T00:00:00Z'), limit: 10_000 };

/** Every alert that the query finds, page by page. */
async function readAllPages(store: Store, query: Partial<NewestAlertsQuery> = {}): Promise<DeviceAlert[]> {
  const found: DeviceAlert[] = [];
  let cursor: string | undefined;
  do {
    const page = valueOf(await store.history.newestAlerts({ ...always, ...query, ...(cursor ? { cursor } : {}) }));
    if (query.limit !== undefined) expect(page.records.length).to.be.at.most(query.limit);
    found.push(...page.records);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}
const timesOf = (alerts: readonly DeviceAlert[]): string[] => alerts.map(({ dateTime }) => dateTime);

describe('newestAlerts', () => {
  const folder = useFolder();

  it('alerts are returned newest first over many segments, each once, whatever the order of arrival, page by page', async () => {
    const store = await openTestStore(folder());
    const seconds = Array.from({ length: 300 }, (_, second) => (second * 7919) % 300);
    for (const second of seconds) {
      await store.append([alertOf(ids[second % 3] ?? '', second), locationOf('bus', fixAt(second))]);
    }
    expect(store.status().segments).to.be.greaterThan(10);
    const newest = Array.from({ length: 300 }, (_, n) => at(299 - n));
    const check = async (opened: Store): Promise<void> => {
      for (const limit of [1_000, 300, 299, 7])
        expect(timesOf(await readAllPages(opened, { limit }))).to.deep.equal(newest);
      const range = { from: Date.parse(at(100)), to: Date.parse(at(110)), limit: 4 };
      expect(timesOf(await readAllPages(opened, range))).to.deep.equal(newest.slice(189, 200));
      const two = await readAllPages(opened, { deviceIds: ['bus', 'car'], limit: 11 });
      expect(new Set(two.map(({ deviceId }) => deviceId))).to.deep.equal(new Set(['bus', 'car']));
      expect(two).to.have.lengthOf(200);
    };
    await check(store);
    await store.close();
    const again = await openTestStore(folder());
    await check(again);
    expect(await readAllPages(again, { deviceIds: [] })).to.deep.equal([]);
    await again.close();
  });

  it('alerts of the same moment are ordered by arrival, and a page may end between them', async () => {
    const store = await openTestStore(folder());
    for (const name of ['a', 'b', 'c', 'd', 'e']) await store.append(ids.map((id) => alertOf(id, 1, name)));
    const all = await readAllPages(store, { limit: 2 });
    const numbers = all.map(({ id }) => Number(id));
    expect(numbers).to.deep.equal([...numbers].sort((a, b) => b - a));
    expect(new Set(numbers).size).to.equal(15);
    expect(await readAllPages(store, { wanted: ({ alerts }) => alerts.includes('c'), limit: 2 })).to.have.lengthOf(3);
    await store.close();
  });

  it('alerts have their right time once the clock turned out to be wrong', async () => {
    const clock = createTestClock();
    const store = await openTestStore(folder(), { clock });
    const now = (): number => (clock.now() - Date.parse(at(0))) / 1_000;
    await store.append([{ kind: 'clock', v: { quality: 'none' } }]);
    await store.append([alertOf('bus', now())]);
    await store.append([alertOf('van', now() + 600)]);
    clock.advance(1_000);
    clock.step(86_400_000);
    await store.append([{ kind: 'clock', v: { quality: 'ntp' } }]);
    const found = await readAllPages(store, { limit: 1 });
    expect(found.map(({ deviceId, restamped }) => [deviceId, restamped])).to.deep.equal([
      ['bus', true],
      ['van', undefined],
    ]);
    await store.close();
  });

  it('an invalid cursor is refused', async () => {
    const store = await openTestStore(folder());
    const page = await store.history.newestAlerts({ ...always, cursor: 'x' });
    expect(page).to.include({ ok: false, code: 'validation_failed' });
    await store.close();
  });
});
