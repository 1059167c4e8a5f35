import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { isAlertOutcome, isRecord } from '../../../src/domain/records/record.js';
import type { Entry } from '../../../src/schema/entry.js';
import type { OthersQuery } from '../../../src/store/history/others.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf, fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

describe('readOthers', () => {
  const folder = useFolder();
  const inLog = (name: string): string => join(folder(), 'log', name);
  const sorted = async (): Promise<string[]> =>
    (await readdir(inLog('.'))).filter((name) => name.endsWith('.sorted.jsonl')).sort();

  /** Closed and sorted segments, and an open one, with records and others in turns. Resolves with all entries. */
  async function fill(store: Store): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (let second = 0; entries.length < 90; second++) {
      entries.push(...(await store.append([{ kind: 'device', v: deviceOf(`bus-${second}`) }])));
      entries.push(
        ...(await store.append([locationOf('bus-0', fixAt(500 - second)), locationOf('van', fixAt(second))])),
      );
    }
    await eventually('closed segments are sorted', async () => (await sorted()).length > 2);
    return entries;
  }

  const all = { mayHave: () => true, select: (entry: Entry) => entry.n };

  /** The numbers of all pages from the newest entry on. */
  async function readAll(store: Store, query: Partial<OthersQuery<number>> = {}): Promise<number[]> {
    const numbers: number[] = [];
    let before = Infinity;
    for (;;) {
      const page = await store.history.readOthers({ ...all, limit: 1_000, ...query, before });
      expect(page.found).to.have.lengthOf.at.most(query.limit ?? 1_000);
      numbers.push(...page.found);
      if (page.next === undefined) return numbers;
      expect(page.next, 'a page makes progress').to.be.below(before);
      before = page.next;
    }
  }
  const othersOf = (entries: readonly Entry[]): number[] =>
    entries
      .filter((entry) => !isRecord(entry) && !isAlertOutcome(entry))
      .map(({ n }) => n)
      .reverse();

  it('entries come newest first from closed segments and the open one, whatever the size of a page', async () => {
    const store = await openTestStore(folder());
    const others = othersOf(await fill(store));
    for (const limit of [1, 7, 1_000])
      expect(await readAll(store, { limit }), `pages of ${limit}`).to.deep.equal(others);
    await store.close();
  });

  it('a page goes on after a restart, and entries that were appended meanwhile do not move it', async () => {
    let store = await openTestStore(folder());
    const others = othersOf(await fill(store));
    const page = await store.history.readOthers({ ...all, limit: 10, before: Infinity });
    await store.append([{ kind: 'device', v: deviceOf('new') }]);
    await store.close();
    store = await openTestStore(folder());
    const { found } = await store.history.readOthers({ ...all, limit: 1_000, before: page.next ?? 0 });
    expect([...page.found, ...found]).to.deep.equal(others);
    await store.close();
  });

  it('the last page has no next one, and a full page whose rest is not wanted has none either', async () => {
    const store = await openTestStore(folder());
    const others = othersOf(await fill(store));
    const oldest = others.slice(-10);
    const query = { ...all, limit: 10, before: (oldest[0] ?? 0) + 1 };
    expect(await store.history.readOthers(query)).to.deep.equal({ found: oldest });
    const [newest = 0] = others;
    const select = ({ n }: Entry): number | undefined => (n === newest ? n : undefined);
    expect(await store.history.readOthers({ ...all, select, limit: 1, before: Infinity })).to.deep.equal({
      found: [newest],
    });
    await store.close();
  });

  it('a page ends at 4 MiB of the log: it is empty if nothing was wanted, and the next one goes on', async () => {
    const store = await openTestStore(folder(), { segmentBytes: 8_388_608 });
    const long = { ...deviceOf('long'), description: 'x'.repeat(100_000) };
    for (let count = 0; count < 90; count++)
      await store.append([{ kind: 'device', v: { ...long, name: `long ${count}` } }]);
    let read = 0;
    const select = ({ n }: Entry): number | undefined => {
      read += 1;
      return n === 1 ? n : undefined;
    };
    const page = await store.history.readOthers({ ...all, select, limit: 10, before: Infinity });
    expect(page.found).to.deep.equal([]);
    expect(read).to.be.within(38, 44);
    expect(page.next).to.equal(store.state.n - read + 1);
    expect(await readAll(store, { select })).to.deep.equal([1]);
    await store.close();
  });

  it('a segment that cannot have a wanted entry by its times is not read', async () => {
    const store = await openTestStore(folder());
    const entries = await fill(store);
    const spans: number[] = [];
    const mayHave: OthersQuery<number>['mayHave'] = ({ from }) => {
      spans.push(from);
      return false;
    };
    expect(await readAll(store, { mayHave })).to.deep.equal([]);
    expect(spans.length).to.be.above(2).and.below(entries.length);
    await store.close();
  });

  it('a damaged line costs only its entry', async () => {
    let store = await openTestStore(folder());
    const others = othersOf(await fill(store));
    await store.close();
    const [first = ''] = await sorted();
    const text = await readFile(inLog(first), 'utf8');
    await writeFile(inLog(first), text.replace('"name":"bus-3"', '"name":"xxx-3"'));
    store = await openTestStore(folder());
    const numbers = await readAll(store);
    const lost = others.filter((n) => !numbers.includes(n));
    expect(lost).to.deep.equal([10]);
    expect(store.status().losses.join()).to.include('entry 10 is missing');
    await store.close();
  });

  it('what retention dropped ends the pages, and a cursor to it gives an empty page', async () => {
    const store = await openTestStore(folder());
    const others = othersOf(await fill(store));
    await store.close();
    const kept = await openTestStore(folder(), { retention: { days: 0, bytes: 6_000 } });
    kept.applyRetention();
    await eventually('segments are dropped', () => Promise.resolve(kept.status().segments < 4));
    const numbers = await readAll(kept);
    expect(others.slice(0, numbers.length)).to.deep.equal(numbers);
    expect(numbers.length).to.be.below(others.length);
    const before = numbers.at(-1) ?? 0;
    expect(await kept.history.readOthers({ ...all, limit: 10, before })).to.deep.equal({ found: [] });
    await kept.close();
  });
});
