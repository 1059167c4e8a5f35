import { expect } from 'chai';
import { valueOf } from '../../src/errors.js';
import type { ChangeView } from '../../src/schema/changes/change.js';
import type { Author } from '../../src/schema/accounts/author.js';
import type { ChangeQuery } from '../../src/schema/changes/change-query.js';
import type { Change, Entry } from '../../src/schema/entry.js';
import { listChanges, type ChangesPage } from '../../src/services/changes.js';
import type { OthersPage, OthersQuery } from '../../src/store/history/others.js';
import { applyEntry } from '../../src/store/state/fold.js';
import { emptyState, type State } from '../../src/store/state/state.js';
import { userOf } from '../support/api/users.js';
import { ADMIN } from '../support/changes/change-case.js';
import { deviceOf } from '../support/store/records.js';
import { alertRuleOf } from '../support/store/zones.js';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-26T14:02:00.000Z');
const isoOf = (ms: number): string => new Date(ms).toISOString();

type Own = Partial<Pick<Entry, 'at' | 'boot' | 'up' | 'by' | 'was'>>;

/** A log in memory, and the state that it folds to. */
function createTestLog() {
  const entries: Entry[] = [];
  const state: State = emptyState();
  let isRead = false;

  function readOthers<T>({ before, mayHave, select, limit }: OthersQuery<T>): Promise<OthersPage<T>> {
    const times = entries.map(({ at }) => Date.parse(at));
    isRead = mayHave({ from: Math.min(...times), to: Math.max(...times), count: times.length });
    const found = entries
      .filter(({ n }) => isRead && n < before)
      .reverse()
      .flatMap((entry) => {
        const value = select(entry);
        return value === undefined ? [] : [{ n: entry.n, value }];
      });
    const page = found.slice(0, limit);
    const next = found.length > limit ? page.at(-1)?.n : undefined;
    return Promise.resolve({ found: page.map(({ value }) => value), ...(next !== undefined && { next }) });
  }

  return {
    add(change: Change, own: Own = {}): void {
      const stamp = { n: entries.length + 1, at: isoOf(NOW), boot: 'k3f9', up: entries.length };
      const entry = { ...stamp, ...change, ...own };
      entries.push(entry);
      applyEntry(state, entry);
    },
    async list(query: Partial<ChangeQuery> = {}): Promise<ChangesPage> {
      const source = { state, history: { readOthers }, since: () => NOW - DAY_MS, now: () => NOW };
      return valueOf(await listChanges(source, { limit: 100, ...query }, true));
    },
    /** the last list looked into the only segment */
    isRead: () => isRead,
  };
}

const numbersOf = ({ changes }: ChangesPage): number[] => changes.map(({ n }) => n);
const namesOf = ({ changes }: ChangesPage): (string | undefined)[] => changes.map(({ subject }) => subject?.name);

describe('the list of changes', () => {
  const sim: Author = { type: 'command', account: 'anna', command: 'restore' };
  const guest: Author = { ...ADMIN, type: 'user', via: 'link', id: 'id-of-guest', name: 'guest', address: '10.0.0.9' };

  it('a change has its author, address, time and values, and the newest is the first', async () => {
    const log = createTestLog();
    log.add({ kind: 'user', v: userOf('admin') });
    log.add({ kind: 'alert-rule', v: { ...alertRuleOf('fast'), name: 'Fast' } }, { by: ADMIN });
    log.add({ kind: 'alert-rule', v: { ...alertRuleOf('fast'), name: 'Fast' } }, { by: ADMIN, was: { limit: 20 } });
    const page = await log.list();
    const newest: ChangeView = {
      ...{ n: 3, at: isoOf(NOW), kind: 'alertRule', action: 'changed', subject: { id: 'fast', name: 'Fast' } },
      ...{ by: ADMIN, before: { limit: 20 }, after: { limit: 25 }, secrets: [] },
    };
    expect(page.changes[0]).to.deep.equal(newest);
    expect(numbersOf(page)).to.deep.equal([3, 2, 1]);
    expect(page.since).to.equal(isoOf(NOW - DAY_MS));
    expect(page).not.to.have.property('next');
  });

  it('a list of kinds, a list of authors and a subject select changes', async () => {
    const log = createTestLog();
    log.add({ kind: 'device', v: deviceOf('bus') }, { by: ADMIN });
    log.add({ kind: 'device', v: deviceOf('van') });
    log.add({ kind: 'setting', v: { key: 'timeZone', value: 'UTC' } }, { by: guest });
    log.add({ kind: 'setting', v: { key: 'attention', value: ['SOSButton'] } }, { by: sim });
    log.add({ kind: 'configuration', v: { values: {}, removed: [] } }, { by: { type: 'configuration' } });
    const found = async (query: Partial<ChangeQuery>): Promise<number[]> => numbersOf(await log.list(query));
    expect(await found({ kind: 'device' })).to.deep.equal([2, 1]);
    expect(await found({ kind: 'device,configuration' })).to.deep.equal([5, 2, 1]);
    expect(await found({ by: 'gateway' })).to.deep.equal([2]);
    expect(await found({ by: 'user' })).to.deep.equal([3, 1]);
    expect(await found({ by: 'id-of-guest,command' })).to.deep.equal([4, 3]);
    expect(await found({ by: 'configuration' })).to.deep.equal([5]);
    expect(await found({ subject: 'bus' })).to.deep.equal([1]);
    expect(await found({ subject: 'timeZone', kind: 'device' })).to.deep.equal([]);
  });

  it('a page has at most `limit` changes, and the cursor goes on after them', async () => {
    const log = createTestLog();
    for (let count = 0; count < 5; count++) log.add({ kind: 'device', v: deviceOf(`bus-${count}`) }, { by: ADMIN });
    const first = await log.list({ limit: 2 });
    expect(numbersOf(first)).to.deep.equal([5, 4]);
    const second = await log.list({ limit: 2, cursor: first.next });
    expect(numbersOf(second)).to.deep.equal([3, 2]);
    const last = await log.list({ limit: 2, cursor: second.next });
    expect(numbersOf(last)).to.deep.equal([1]);
    expect(last).not.to.have.property('next');
  });

  it('the range is the last seven days unless another is given, both ends included', async () => {
    const log = createTestLog();
    for (const days of [8, 7, 1, -1])
      log.add({ kind: 'device', v: deviceOf(`days-${days}`) }, { at: isoOf(NOW - days * DAY_MS) });
    expect(namesOf(await log.list())).to.deep.equal(['days--1', 'days-1', 'days-7']);
    const [from, to] = [isoOf(NOW - 8 * DAY_MS), isoOf(NOW - 7 * DAY_MS)];
    expect(namesOf(await log.list({ from, to }))).to.deep.equal(['days-7', 'days-8']);
    expect(namesOf(await log.list({ to }))).to.deep.equal(['days-7', 'days-8']);
    expect(namesOf(await log.list({ to: isoOf(NOW - 30 * DAY_MS) }))).to.deep.equal([]);
    expect(log.isRead()).to.equal(false);
  });

  it('an entry written with a wrong clock has its right time once that is known', async () => {
    const log = createTestLog();
    const wrong = Date.parse('1970-01-01T00:00:10.000Z');
    log.add({ kind: 'device', v: deviceOf('before') }, { at: isoOf(NOW - 2 * DAY_MS), boot: 'old', up: 5 });
    log.add({ kind: 'clock', v: { quality: 'none' } }, { at: isoOf(wrong), up: 10_000 });
    log.add({ kind: 'device', v: deviceOf('meanwhile') }, { at: isoOf(wrong + 5_000), up: 15_000, by: ADMIN });
    expect((await log.list()).changes[0]).to.include({ n: 3, at: isoOf(wrong + 5_000), untrusted: true });
    log.add({ kind: 'clock', v: { quality: 'ntp' } }, { at: isoOf(NOW), up: 20_000 });
    const page = await log.list({ from: isoOf(NOW - 60_000) });
    expect(numbersOf(page)).to.deep.equal([3]);
    expect(page.changes[0]).to.include({ at: isoOf(NOW - 5_000) });
    expect(page.changes[0]).not.to.have.property('untrusted');
  });

  it('an author who was removed or renamed since has the name of that time', async () => {
    const log = createTestLog();
    log.add({ kind: 'user', v: userOf('guest') }, { by: ADMIN });
    log.add({ kind: 'device', v: deviceOf('bus') }, { by: guest });
    log.add({ kind: 'user-removed', v: { id: 'id-of-guest' } }, { by: ADMIN, was: { name: 'guest' } });
    const { changes } = await log.list();
    expect(changes.map(({ by, subject }) => [by !== null && 'name' in by && by.name, subject?.name])).to.deep.equal([
      ['admin', 'guest'],
      ['guest', 'bus'],
      ['admin', 'guest'],
    ]);
  });

  it('a query that cannot be is refused with the fix', async () => {
    const log = createTestLog();
    const cases: readonly (readonly [Partial<ChangeQuery>, RegExp])[] = [
      [{ kind: 'devices' }, /\/kind: devices is no kind of change: device, group/],
      [{ kind: 'device,' }, /\/kind: {2}is no kind/],
      [{ by: 'a b' }, /\/by must have ids of users or types of authors/],
      [{ by: Array.from({ length: 17 }, (_, n) => `u${n}`).join(',') }, /\/by must not have more than 16 authors/],
      [{ cursor: '0' }, /\/cursor is invalid/],
      [{ cursor: '1e9' }, /\/cursor is invalid/],
      [{ from: isoOf(NOW), to: isoOf(NOW - 1) }, /\/from must not be later than \/to/],
    ];
    for (const [query, message] of cases) {
      const error = await log.list(query).catch((thrown: unknown) => thrown);
      expect((error as Error).message).to.match(message);
    }
  });
});
