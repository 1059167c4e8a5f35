import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import type { Change } from '../../../src/schema/entry.js';
import type { RecordKind } from '../../../src/schema/records/followed-record.js';
import type { User } from '../../../src/schema/accounts/user.js';
import { createRecords, type FollowedRecord, type RecordsPage } from '../../../src/services/history/records.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { eventually } from '../../support/gateway/eventually.js';
import { groupOf } from '../../support/api/examples.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf, fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestTime } from '../../support/time/test-time.js';
import { userOf } from '../../support/api/users.js';

const everyone = userOf('admin');
const northUser = userOf('north', { group: 'north' });
const group = (...devices: string[]): Change => ({ kind: 'group', v: groupOf('north', devices) });
const alertOf = (deviceId: string, second: number): Change => ({
  kind: 'alert',
  v: { deviceId, alert: { dateTime: fixAt(second).dateTime, alerts: ['SOSButton'] }, source: { protocol: 'http' } },
});
const ALL: readonly RecordKind[] = ['location', 'alert', 'acknowledgement', 'restamp'];

describe('records in order of arrival', () => {
  const folder = useFolder();
  let store: Store;
  let second = 0;
  const move = (deviceId: string): Change => locationOf(deviceId, fixAt(second++));

  /** Entries 1 to 4 are the gateway, two devices and a group; entry 5 is the generation. */
  beforeEach(async () => {
    store = await openTestStore(folder());
    await store.append([
      { kind: 'gateway', v: { id: 'depot' } },
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      group('bus'),
    ]);
    await createRecords({ store, time: createTestTime() }).start();
  });
  afterEach(() => store.close());

  const generation = (): string => store.state.generations.at(-1)?.id ?? '';

  function follow(
    user: User = everyone,
    { after = '', kinds = ALL, limit = 1_000 }: { after?: string; kinds?: readonly RecordKind[]; limit?: number } = {},
  ) {
    return createRecords({ store, time: createTestTime() }).follow(user, { after, kinds: new Set(kinds), limit });
  }

  /** All pages up to the end. */
  async function pagesOf(user = everyone, query: { kinds?: readonly RecordKind[]; limit?: number } = {}) {
    const pages: RecordsPage[] = [];
    let after = '';
    for (;;) {
      const page = valueOf(await follow(user, { ...query, after }));
      pages.push(page);
      if (page.next === after) throw new Error('a page makes no progress');
      after = page.next;
      if (after === `${generation()}.${page.end}`) return pages;
    }
  }
  const inShort = (record: FollowedRecord): string =>
    'deviceId' in record ? `${record.n} ${record.kind} ${record.deviceId}` : `${record.n} ${record.kind}`;
  const shortOf = (pages: readonly RecordsPage[]): string[] => pages.flatMap(({ records }) => records.map(inShort));

  it('a record has its number, an id that never changes, and what the other calls show of it', async () => {
    await store.append([move('bus'), alertOf('bus', 9)]);
    const page = valueOf(await follow());
    const store_ = `depot:${generation()}`;
    expect(page).to.deep.equal({
      store: store_,
      records: [
        { id: `${store_}:6`, n: 6, kind: 'location', deviceId: 'bus', location: fixAt(second - 1) },
        {
          id: `${store_}:7`,
          n: 7,
          kind: 'alert',
          deviceId: 'bus',
          alert: {
            id: '7',
            dateTime: fixAt(9).dateTime,
            alerts: ['SOSButton'],
            email: false,
            sms: false,
            webhook: false,
            notifications: [],
            acknowledged: null,
          },
        },
      ],
      next: `${generation()}.7`,
      end: 7,
    });
  });

  it('records are in order of arrival, whatever their own times, over many segments and any size of a page', async () => {
    const expected: string[] = [];
    for (let i = 0; i < 60; i++) {
      const [entry] = await store.append([locationOf(i % 3 === 0 ? 'van' : 'bus', fixAt(1_000 - i))]);
      expected.push(`${entry?.n ?? 0} location ${i % 3 === 0 ? 'van' : 'bus'}`);
    }
    await eventually('segments are sorted', () => store.status().segments > 3);
    for (const limit of [1, 7, 1_000]) expect(shortOf(await pagesOf(everyone, { limit }))).to.deep.equal(expected);
  });

  it('a restricted user gets the records of visible devices, page by page to the end', async () => {
    await store.append([move('van'), move('bus'), move('van')]);
    await store.append([alertOf('van', 3), alertOf('bus', 4)]);
    await store.append([move('van')]);
    const pages = await pagesOf(northUser, { limit: 1 });
    expect(shortOf(pages)).to.deep.equal(['7 location bus', '10 alert bus']);
    expect(pages.at(-1)).to.include({ next: `${generation()}.11`, end: 11 });
    const orphan = userOf('orphan', { group: 'gone' });
    expect(valueOf(await follow(orphan))).to.deep.include({ records: [], next: `${generation()}.11` });
  });

  it('records of a deleted device are not shown, and those of a device that joined the scope are', async () => {
    await store.append([move('van'), move('bus')]);
    await store.append([{ kind: 'device-removed', v: { id: 'bus' } }, group('van')]);
    expect(shortOf(await pagesOf())).to.deep.equal(['6 location van']);
    expect(shortOf(await pagesOf(northUser))).to.deep.equal(['6 location van']);
  });

  it('a device that leaves the scope during the read is not shown', async () => {
    await store.append([move('bus')]);
    const { history } = store;
    const readArrivals: Store['history']['readArrivals'] = async (query) => {
      const page = await history.readArrivals(query);
      expect(page.entries).to.have.lengthOf(1);
      await store.append([group('van')]);
      return page;
    };
    const records = createRecords({
      store: { ...store, history: { ...history, readArrivals } },
      time: createTestTime(),
    });
    const query = { after: '', kinds: new Set(ALL), limit: 10 };
    expect(valueOf(await records.follow(northUser, query)).records).to.deep.equal([]);
  });

  it('`kinds` selects records', async () => {
    await store.append([move('bus'), alertOf('bus', 3), move('van')]);
    expect(shortOf(await pagesOf(everyone, { kinds: ['alert'] }))).to.deep.equal(['7 alert bus']);
    expect(shortOf(await pagesOf(everyone, { kinds: ['location'], limit: 1 }))).to.deep.equal([
      '6 location bus',
      '8 location van',
    ]);
  });

  it('`after` takes a position or a number, and a reader at the end gets what arrives next', async () => {
    await store.append([move('bus'), move('bus')]);
    for (const after of ['6', `${generation()}.6`]) {
      const page = valueOf(await follow(everyone, { after }));
      expect(page.records.map(inShort)).to.deep.equal(['7 location bus']);
    }
    const { next } = valueOf(await follow());
    expect(valueOf(await follow(everyone, { after: next }))).to.deep.include({ records: [], next, end: 7 });
    await store.append([move('van')]);
    expect(valueOf(await follow(everyone, { after: next })).records.map(inShort)).to.deep.equal(['8 location van']);
  });

  it('an invalid position, one beyond the end, and one of another generation are refused with the reason', async () => {
    await store.append([move('bus')]);
    for (const after of ['x', '-1', '1.5', `${generation()}.`, `${generation()}.x`, 'short.3']) {
      expect(await follow(everyone, { after }), after).to.include({ ok: false, code: 'validation_failed' });
    }
    expect(await follow(everyone, { after: '7' })).to.include({
      code: 'validation_failed',
      message: '/after must not be beyond the newest entry, 6',
    });
    const before = generation();
    await store.startGeneration();
    const refused = await follow(everyone, { after: `${before}.6` });
    expect(refused).to.include({ ok: false, code: 'conflict' });
    expect(refused.ok ? '' : refused.message).to.contain(
      `/after is of generation ${before}, the store has generation ${generation()} since entry 7`,
    );
    expect(refused.ok ? '' : refused.message).to.contain(`continue after ${generation()}.6`);
  });

  it('a record keeps the id of the generation that it was written in', async () => {
    await store.append([move('bus')]);
    const first = generation();
    await store.startGeneration();
    await store.append([move('bus')]);
    const { records, store: name } = valueOf(await follow());
    expect(name).to.equal(`depot:${generation()}`);
    expect(records.map(({ id }) => id)).to.deep.equal([`depot:${first}:6`, `depot:${generation()}:8`]);
  });

  it('a store without a generation gives out nothing until one is on stable storage', async () => {
    await store.close();
    store = await openTestStore(`${folder()}/other`);
    await store.append([{ kind: 'device', v: deviceOf('bus') }, move('bus')]);
    const failing = { ...store, startGeneration: () => Promise.reject(new Error('disk full')) };
    const records = createRecords({ store: failing, time: createTestTime() });
    await records.start();
    expect(await records.follow(everyone, { after: '', kinds: new Set(ALL), limit: 1 })).to.include({
      ok: false,
      code: 'store_unavailable',
    });
    const both = await Promise.all([follow(), follow()]);
    expect(both.map((page) => page.ok)).to.deep.equal([true, true]);
    // Entries from before the first generation have it too.
    expect(store.state.generations.at(0)).to.include({ from: 1 });
  });

  it('what retention dropped is a gap for a reader behind it, and none for one that starts', async () => {
    await store.close();
    store = await openTestStore(folder(), { retention: { days: 0, bytes: 40_000 }, snapshotBytes: 1_000 });
    for (let i = 0; i < 400; i++) await store.append([move('van')]);
    await eventually('retention drops a segment', () => {
      store.applyRetention();
      return (store.history.firstNumber() ?? 0) > 6;
    });
    // A close waits for what retention still drops.
    await store.close();
    store = await openTestStore(folder());
    const oldest = store.history.firstNumber() ?? 0;
    const behind = valueOf(await follow(everyone, { after: '5' }));
    expect(behind.gap).to.deep.equal({ from: 6, to: oldest - 1 });
    expect(behind.records[0]?.n).to.equal(oldest);
    const starting = valueOf(await follow());
    expect(starting).to.not.have.property('gap');
    expect(starting.records).to.deep.equal(behind.records);
  });

  describe('with a clock that is not trusted', () => {
    const clock = (): ReturnType<typeof createTestClock> => testClock;
    let testClock = createTestClock();
    const undated = (deviceId: string): Change =>
      locationOf(deviceId, { ...fixAt(0), dateTime: new Date(clock().now()).toISOString() });
    const quality = (value: 'none' | 'ntp'): Change => ({ kind: 'clock', v: { quality: value } });
    const datesOf = ({ records }: RecordsPage): unknown[] =>
      records.map((record) =>
        'location' in record ? [record.n, record.location.dateTime.slice(0, 13), record.untrusted] : record,
      );

    /** Entry 6: not trusted; 7: dated by the gateway; 8: dated by its tracker; 9: of a device outside the group. */
    beforeEach(async () => {
      await store.close();
      testClock = createTestClock('1970-01-01T00:10:00.000Z', 'second');
      store = await openTestStore(folder(), { clock: testClock });
      await store.append([quality('none')]);
      await store.append([undated('bus'), locationOf('bus', fixAt(3)), undated('van')]);
    });
    const trust = async (): Promise<void> => {
      testClock.advance(10_000);
      testClock.step(Date.parse('2026-11-25T12:00:00.000Z') - testClock.now());
      await store.append([quality('ntp')]);
    };

    it('a record that the gateway dated is untrusted, and one that its tracker dated is not', async () => {
      expect(datesOf(valueOf(await follow()))).to.deep.equal([
        [7, '1970-01-01T00', true],
        [8, '2026-11-21T00', undefined],
        [9, '1970-01-01T00', true],
      ]);
    });

    it('a restamp moves the records that a reader has read as untrusted', async () => {
      const before = valueOf(await follow());
      await trust();
      const [restamp, ...others] = valueOf(await follow(northUser, { after: before.next })).records;
      expect(others).to.deep.equal([]);
      if (restamp?.kind !== 'restamp') throw new Error('there is no restamp');
      expect(restamp).to.deep.include({ id: `depot:${generation()}:10`, n: 10 });
      const [range, ...more] = restamp.moved;
      expect(more).to.deep.equal([]);
      expect(range).to.include({ from: 7, to: 9 });
      const [first] = before.records;
      const read = first !== undefined && 'location' in first ? Date.parse(first.location.dateTime) : 0;
      const right = valueOf(await follow()).records[0];
      const moved = new Date(read + (range?.seconds ?? 0) * 1_000).toISOString();
      expect(moved).to.equal('2026-11-25T11:59:50.000Z');
      expect(right !== undefined && 'location' in right && right.location.dateTime).to.equal(moved);
    });

    it('a record that is read after the restamp has the right time and is not untrusted', async () => {
      await trust();
      const page = valueOf(await follow());
      expect(datesOf({ ...page, records: page.records.slice(0, 3) })).to.deep.equal([
        [7, '2026-11-25T11', undefined],
        [8, '2026-11-21T00', undefined],
        [9, '2026-11-25T11', undefined],
      ]);
      expect(page.records.map(inShort).at(-1)).to.equal('10 restamp');
      expect(shortOf(await pagesOf(everyone, { limit: 1 }))).to.deep.equal(page.records.map(inShort));
      expect(shortOf(await pagesOf(everyone, { kinds: ['location'] }))).to.not.include('10 restamp');
    });

    it('a clock that turns out to be right gives a restamp by 0 seconds', async () => {
      testClock.advance(10_000);
      await store.append([quality('ntp')]);
      const restamp = valueOf(await follow()).records.at(-1);
      expect(restamp).to.deep.include({ kind: 'restamp', moved: [{ from: 7, to: 9, seconds: 0 }] });
    });

    it('restamps are still known after a restart', async () => {
      await trust();
      const before = valueOf(await follow());
      await store.close();
      store = await openTestStore(folder());
      expect(valueOf(await follow())).to.deep.equal(before);
    });
  });
});
