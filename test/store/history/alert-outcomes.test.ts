import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import type { ChannelName } from '../../../src/schema/channels.js';
import type { Change } from '../../../src/schema/entry.js';
import { checkFolder } from '../../../src/store/check/check.js';
import type { StoredAlert } from '../../../src/store/history/history.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const at = (second: number): string => fixAt(second).dateTime;
const alertAt = (dateTime: string): Change => ({
  kind: 'alert',
  v: { deviceId: 'bus', alert: { dateTime, alerts: ['SOSButton'] }, source: { protocol: 'http' } },
});
const outcomeOf = (id: number, dateTime: string, channel: ChannelName = 'email'): Change => ({
  kind: 'alert-notified',
  v: { deviceId: 'bus', id: String(id), dateTime, channel },
});
const acknowledgedOf = (id: number, dateTime: string, note: string): Change => ({
  kind: 'alert-acknowledged',
  v: {
    ...{ deviceId: 'bus', id: String(id), dateTime, by: { id: 'u-1', name: 'Ana' }, note, sent: [] },
    alert: { dateTime, alerts: ['SOSButton'] },
  },
});
const always = { from: 0, to: Date.parse('9999-12-31T00:00:00Z') };

type Paged = { readonly records: readonly StoredAlert[]; readonly next?: string };

/** `id:channels note` of every alert, page by page; the note is that of its acknowledgement. */
async function shortOf(read: (cursor: { cursor?: string }) => Promise<Paged>): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor === undefined ? {} : { cursor });
    found.push(
      ...page.records.map(({ id, sent = [], acknowledged }) =>
        [`${id}:${[...sent].sort().join('+')}`, ...(acknowledged === undefined ? [] : [acknowledged.note])].join(' '),
      ),
    );
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}
const oldest = (store: Store, query: object = {}): Promise<string[]> =>
  shortOf(async (cursor) =>
    valueOf(await store.history.alerts({ deviceId: 'bus', ...always, limit: 100, ...query, ...cursor })),
  );
const newest = (store: Store, query: object = {}): Promise<string[]> =>
  shortOf(async (cursor) =>
    valueOf(
      await store.history.newestAlerts({ deviceIds: ['van', 'bus'], ...always, limit: 100, ...query, ...cursor }),
    ),
  );

describe('the outcome of an alert', () => {
  const folder = useFolder();
  const sortedSegments = async (): Promise<number> =>
    (await readdir(join(folder(), 'log'))).filter((name) => name.endsWith('.sorted.jsonl')).length;
  /** Fills segments, so that alerts and outcomes lie in different ones. */
  async function fill(store: Store, from: number): Promise<void> {
    for (let second = from; second < from + 60; second++) await store.append([locationOf('bus', fixAt(second))]);
  }

  it('history returns it with its alert, from whichever segment, page by page, also after a restart', async () => {
    const store = await openTestStore(folder());
    // Entries 1 to 4; two at the same time.
    for (const second of [10, 20, 20, 30]) await store.append([alertAt(at(second))]);
    await fill(store, 100);
    await store.append([outcomeOf(2, at(20)), outcomeOf(4, at(30), 'sms')]);
    await fill(store, 200);
    await store.append([outcomeOf(4, at(30)), outcomeOf(4, at(30)), acknowledgedOf(3, at(20), 'called')]);
    const all = ['1:', '2:email', '3: called', '4:email+sms'];
    const check = async (opened: Store): Promise<void> => {
      for (const limit of [100, 4, 3, 2, 1]) {
        expect(await oldest(opened, { limit }), `${limit} per page`).to.deep.equal(all);
        expect(await newest(opened, { limit }), `${limit} per page`).to.deep.equal([...all].reverse());
      }
      const range = { from: Date.parse(at(20)), to: Date.parse(at(20)) };
      expect(await oldest(opened, range)).to.deep.equal(all.slice(1, 3));
      expect(await newest(opened, range)).to.deep.equal(all.slice(1, 3).reverse());
    };
    await check(store);
    await eventually('closed segments are sorted', async () => (await sortedSegments()) >= 3);
    await check(store);
    await store.close();
    const again = await openTestStore(folder());
    await check(again);
    await again.close();
    expect((await checkFolder(folder())).findings).to.deep.equal([]);
  });

  it('an outcome without its alert is no record of its own', async () => {
    const store = await openTestStore(folder());
    await store.append([outcomeOf(77, at(5)), alertAt(at(5))]);
    expect(store.appendTotals()).to.include({ entries: 2, records: 1 });
    expect(await oldest(store, { limit: 1 })).to.deep.equal(['2:']);
    expect(await newest(store, { limit: 1 })).to.deep.equal(['2:']);
    await store.close();
  });

  it('an alert whose time is corrected keeps its outcome', async () => {
    const clock = createTestClock();
    const store = await openTestStore(folder(), { clock });
    await store.append([{ kind: 'clock', v: { quality: 'none' } }]);
    const written = new Date(clock.now()).toISOString();
    const [entry] = await store.append([alertAt(written)]);
    const id = entry?.n ?? 0;
    clock.advance(1_000);
    await store.append([outcomeOf(id, written)]);
    clock.step(86_400_000);
    await store.append([{ kind: 'clock', v: { quality: 'ntp' } }]);
    await store.append([outcomeOf(id, written, 'sms'), acknowledgedOf(id, written, 'late')]);
    const page = valueOf(await store.history.alerts({ deviceId: 'bus', ...always, limit: 1 }));
    expect(page.records[0]).to.deep.include({ restamped: true, sent: ['email', 'sms'] });
    expect(page.records[0]?.acknowledged).to.deep.include({ note: 'late' });
    expect(page.next).to.equal(undefined);
    expect(await newest(store, { limit: 1 })).to.deep.equal([`${id}:email+sms late`]);
    await store.close();
  });

  it('the time of an acknowledgement is corrected as that of its alert', async () => {
    const clock = createTestClock();
    const store = await openTestStore(folder(), { clock });
    await store.append([{ kind: 'clock', v: { quality: 'none' } }]);
    clock.advance(1_000);
    const written = new Date(clock.now()).toISOString();
    const [entry] = await store.append([alertAt(written)]);
    clock.advance(5_000);
    await store.append([acknowledgedOf(entry?.n ?? 0, written, 'at once')]);
    const right = new Date(clock.now() + 86_400_000).toISOString();
    clock.step(86_400_000);
    await store.append([{ kind: 'clock', v: { quality: 'ntp' } }]);
    const page = valueOf(await store.history.alerts({ deviceId: 'bus', ...always, limit: 1 }));
    expect(page.records[0]?.acknowledged).to.deep.equal({ by: { id: 'u-1', name: 'Ana' }, at: right, note: 'at once' });
    await store.close();
  });
});
