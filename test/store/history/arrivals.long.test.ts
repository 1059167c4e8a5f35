import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { streamName } from '../../../src/domain/records/record.js';
import type { Entry } from '../../../src/schema/entry.js';
import { appendCrc } from '../../../src/store/log/entry-codec.js';
import { checkFolder } from '../../../src/store/check/check.js';
import { repairFolder } from '../../../src/store/check/repair.js';
import type { ArrivalsPage, ArrivalsQuery } from '../../../src/store/history/arrivals.js';
import type { Store } from '../../../src/store/store.js';
import { silentLogger } from '../../../src/logger.js';
import { createTestClock } from '../../support/time/clock.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf, fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

describe('readArrivals', () => {
  const folder = useFolder();
  const inLog = (name: string): string => join(folder(), 'log', name);
  const filesOf = async (ending: string): Promise<string[]> =>
    (await readdir(join(folder(), 'log'))).filter((name) => name.endsWith(ending)).sort();
  const sorted = (): Promise<string[]> => filesOf('.sorted.jsonl');
  const orders = (): Promise<string[]> => filesOf('.order.json');

  /** At least sixty entries of several streams, in batches and alone, the fixes not in order of time. */
  async function fill(store: Store): Promise<Entry[]> {
    const entries = [...(await store.append([{ kind: 'device', v: deviceOf('bus') }]))];
    for (let second = 0; entries.length < 60; second++) {
      const late = fixAt(500 - second);
      entries.push(...(await store.append([locationOf('bus', late)])));
      entries.push(...(await store.append([locationOf('van', late), locationOf('bus', fixAt(1000 + second))])));
    }
    return entries;
  }

  /** A closed store with sorted segments and one raw segment. */
  async function fillClosed(): Promise<Entry[]> {
    const store = await openTestStore(folder());
    const entries = await fill(store);
    await eventually('closed segments are sorted', async () => (await sorted()).length > 2);
    await store.close();
    return entries;
  }

  const everything = (): boolean => true;
  const only = (deviceId: string) => (stream: string) => stream === streamName('location', deviceId);

  /** All pages from `after` on. */
  async function pagesOf(store: Store, query: Partial<ArrivalsQuery> = {}): Promise<ArrivalsPage[]> {
    const pages: ArrivalsPage[] = [];
    const until = query.until ?? store.state.n;
    for (let after = query.after ?? 0; after < until;) {
      const page = await store.history.readArrivals({ limit: 1_000, wants: everything, ...query, after, until });
      expect(page.to, 'a page makes progress').to.be.greaterThan(after);
      pages.push(page);
      after = page.to;
    }
    return pages;
  }
  const entriesIn = (pages: readonly ArrivalsPage[]): Entry[] => pages.flatMap(({ entries }) => entries);
  const gapsIn = (pages: readonly ArrivalsPage[]): unknown[] => pages.flatMap(({ gap }) => gap ?? []);
  const inShort = (entries: readonly Entry[]): string[] =>
    entries.map(({ n, kind, v }) => JSON.stringify([n, kind, v]));
  const numbersOf = (entries: readonly Entry[]): number[] => entries.map(({ n }) => n);

  it('entries are in order of arrival, from closed segments and the open one, whatever the size of a page', async () => {
    const entries = await fillClosed();
    const store = await openTestStore(folder());
    for (const limit of [1, 7, 1_000]) {
      const pages = await pagesOf(store, { limit });
      expect(inShort(entriesIn(pages)), `pages of ${limit}`).to.deep.equal(inShort(entries));
      expect(Math.max(...pages.map((page) => page.entries.length))).to.equal(Math.min(limit, entries.length));
      expect(gapsIn(pages)).to.deep.equal([]);
    }
    const some = await pagesOf(store, { after: 6, until: entries.length - 2 });
    expect(inShort(entriesIn(some))).to.deep.equal(inShort(entries.slice(6, -2)));
    await store.close();
  });

  it('only wanted streams are returned, and the others are looked at', async () => {
    const entries = await fillClosed();
    const store = await openTestStore(folder());
    const wanted = entries.filter((entry) => entry.kind === 'location' && entry.v.deviceId === 'van');
    for (const limit of [1, 3, 1_000]) {
      const pages = await pagesOf(store, { limit, wants: only('van') });
      expect(inShort(entriesIn(pages)), `pages of ${limit}`).to.deep.equal(inShort(wanted));
    }
    const nothing = await pagesOf(store, { wants: only('nobody') });
    expect(entriesIn(nothing)).to.deep.equal([]);
    expect(nothing.at(-1)?.to).to.equal(entries.length);
    await store.close();
  });

  it('a page that is due ends after its first part', async () => {
    const entries = await fillClosed();
    const store = await openTestStore(folder());
    const pages = await pagesOf(store, { isDue: () => true });
    expect(pages).to.have.lengthOf(store.status().segments);
    expect(inShort(entriesIn(pages))).to.deep.equal(inShort(entries));
    await store.close();
  });

  it('the order of arrival takes about four bytes an entry', async () => {
    const entries = await fillClosed();
    const files = await orders();
    expect(files).to.deep.equal((await sorted()).map((name) => name.replace('.sorted.jsonl', '.order.json')));
    const sizes = await Promise.all(files.map(async (name) => (await readFile(inLog(name))).length));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const heads = files.length * 100;
    expect(bytes - heads).to.be.within(0, 4 * entries.length);
  });

  it('a segment without an order of arrival, as older versions left it, gets it when it is read, once', async () => {
    const entries = await fillClosed();
    const written = await Promise.all((await orders()).map((name) => readFile(inLog(name), 'utf8')));
    for (const name of await orders()) await rm(inLog(name));
    expect((await checkFolder(folder())).findings).to.deep.equal([]);
    const store = await openTestStore(folder());
    expect(await orders()).to.deep.equal([]);
    expect(inShort(entriesIn(await pagesOf(store, { limit: 5 })))).to.deep.equal(inShort(entries));
    expect(await Promise.all((await orders()).map((name) => readFile(inLog(name), 'utf8')))).to.deep.equal(written);
    await store.close();
  });

  /** A file with a right checksum and two wrong offsets. */
  function swapOffsets(text: string): string {
    const swapped = text.replace(/"offsets":"(.{4})(.{4})/, '"offsets":"$2$1');
    return appendCrc(swapped.slice(0, swapped.indexOf(',"crc"'))).toString();
  }

  for (const [what, change] of [
    ['wrong', swapOffsets],
    ['cut', (text: string) => text.slice(0, -20)],
    [
      'changed in one character',
      (text: string) => text.replace(/"offsets":"(.)/, (_, one) => `"offsets":"${one === 'B' ? 'C' : 'B'}`),
    ],
    ['that of another segment', (text: string) => text.replace('"first":1,', '"first":2,')],
  ] as const) {
    it(`an order of arrival that is ${what} hides no entry: check finds it, and it is collected again`, async () => {
      const entries = await fillClosed();
      const [name = ''] = await orders();
      const good = await readFile(inLog(name), 'utf8');
      await writeFile(inLog(name), change(good), { mode: 0o600 });
      const [finding, ...others] = (await checkFolder(folder())).findings;
      expect(finding?.what).to.match(/^the order of arrival (?:is damaged|does not match it)$/);
      expect(others).to.deep.equal([]);
      const store = await openTestStore(folder());
      expect(inShort(entriesIn(await pagesOf(store)))).to.deep.equal(inShort(entries));
      await store.close();
      expect(await readFile(inLog(name), 'utf8')).to.equal(good);
    });
  }

  it('repair removes a wrong order of arrival', async () => {
    const entries = await fillClosed();
    const [first = '', second = ''] = await orders();
    await writeFile(inLog(first), await readFile(inLog(second), 'utf8'), { mode: 0o600 });
    expect((await checkFolder(folder())).findings).to.have.lengthOf(1);
    await repairFolder({
      folder: folder(),
      clock: createTestClock(),
      logger: silentLogger,
      segmentBytes: 4096,
      snapshotBytes: 10_000,
      retention: { days: 0, bytes: 0 },
    });
    expect((await checkFolder(folder())).findings).to.deep.equal([]);
    const store = await openTestStore(folder());
    expect(inShort(entriesIn(await pagesOf(store)))).to.deep.equal(inShort(entries));
    await store.close();
  });

  /** Damages the line in the middle of a sorted segment; returns the number of its entry. */
  async function damage(name: string): Promise<number> {
    const bytes = await readFile(inLog(name));
    const lineFeed = bytes.indexOf('\n', bytes.length / 2);
    const line = bytes.toString('utf8', bytes.lastIndexOf('\n', lineFeed - 1) + 1, lineFeed);
    bytes[lineFeed - 30] = 0x7e;
    await writeFile(inLog(name), bytes);
    return (JSON.parse(line) as Entry).n;
  }

  it('a damaged entry is a gap, is reported, and its neighbors are returned', async () => {
    const entries = await fillClosed();
    const lost = await damage((await sorted())[0] ?? '');
    const store = await openTestStore(folder());
    const pages = await pagesOf(store);
    expect(numbersOf(entriesIn(pages))).to.deep.equal(numbersOf(entries).filter((n) => n !== lost));
    expect(gapsIn(pages)).to.deep.equal([{ from: lost, to: lost }]);
    expect(store.status().losses.join()).to.contain(`entry ${lost} `);
    await store.close();
    const again = await openTestStore(folder());
    expect(gapsIn(await pagesOf(again))).to.deep.equal([{ from: lost, to: lost }]);
    await again.close();
  });

  it('a page ends before a second gap', async () => {
    const entries = await fillClosed();
    const [first = '', second = ''] = await sorted();
    const lost = [await damage(first), await damage(second)];
    const store = await openTestStore(folder());
    const pages = await pagesOf(store);
    expect(gapsIn(pages)).to.deep.equal(lost.map((n) => ({ from: n, to: n })));
    expect(pages[0]?.to).to.equal((lost[1] ?? 0) - 1);
    expect(numbersOf(entriesIn(pages))).to.deep.equal(numbersOf(entries).filter((n) => !lost.includes(n)));
    await store.close();
  });

  it('an entry that is damaged in the open segment is a gap', async () => {
    const store = await openTestStore(folder(), { segmentBytes: 1_000_000 });
    const entries = await fill(store);
    const path = inLog('000000000001.jsonl');
    const bytes = await readFile(path);
    const start = bytes.indexOf('{"n":30,');
    bytes[start + 40] = 0x7e;
    await writeFile(path, bytes);
    const pages = await pagesOf(store);
    expect(gapsIn(pages)).to.deep.equal([{ from: 30, to: 30 }]);
    expect(numbersOf(entriesIn(pages))).to.deep.equal(numbersOf(entries).filter((n) => n !== 30));
    await store.close();
  });

  it('what retention dropped is a gap before the oldest entry', async () => {
    const store = await openTestStore(folder(), { retention: { days: 0, bytes: 6_000 }, snapshotBytes: 1_000 });
    const last = (await fill(store)).length;
    await eventually('retention drops a segment', () => {
      store.applyRetention();
      return store.status().segments < 3;
    });
    const oldest = store.history.firstNumber() ?? 0;
    expect(oldest).to.be.greaterThan(1);
    const [page, ...more] = await pagesOf(store);
    expect(page?.gap).to.deep.equal({ from: 1, to: oldest - 1 });
    expect(numbersOf(page?.entries ?? [])[0]).to.equal(oldest);
    expect(page?.to).to.equal(last);
    expect(more).to.deep.equal([]);
    await store.close();
    const numbers = (names: readonly string[]): string[] => names.map((name) => name.slice(0, 12));
    expect(numbers(await orders())).to.deep.equal(numbers(await sorted()));
  });

  it('large pages of large segments are in order of arrival too, also around a damaged entry', async () => {
    const sizes = { segmentBytes: 1_000_000 };
    const store = await openTestStore(folder(), sizes);
    const entries: Entry[] = [];
    for (let i = 0; i < 14; i++) {
      const batch = Array.from({ length: 1_000 }, (_, at) =>
        locationOf(`bus-${(at * 7) % 50}`, fixAt((i * 1_000 + at * 31) % 9_973)),
      );
      entries.push(...(await store.append(batch)));
    }
    await eventually('closed segments are sorted', async () => (await sorted()).length > 1);
    for (const limit of [100, 1_000, 5_000])
      expect(numbersOf(entriesIn(await pagesOf(store, { limit })))).to.deep.equal(numbersOf(entries));
    expect(inShort(entriesIn(await pagesOf(store)))).to.deep.equal(inShort(entries));
    await store.close();
    const lost = await damage((await sorted())[0] ?? '');
    const again = await openTestStore(folder(), sizes);
    const pages = await pagesOf(again);
    expect(gapsIn(pages)).to.deep.equal([{ from: lost, to: lost }]);
    expect(numbersOf(entriesIn(pages))).to.deep.equal(numbersOf(entries).filter((n) => n !== lost));
    await again.close();
  });

  it('a page looks at a bounded number of entries', async () => {
    const store = await openTestStore(folder(), { segmentBytes: 1_000_000 });
    const batch = Array.from({ length: 5_000 }, (_, second) => locationOf('bus', fixAt(second)));
    for (let i = 0; i < 9; i++) await store.append(batch);
    const pages = await pagesOf(store, { wants: only('nobody') });
    expect(pages.map(({ to }) => to)).to.deep.equal([20_000, 40_000, 45_000]);
    await store.close();
  });

  it('entries that arrive during a read are not in the page', async () => {
    const store = await openTestStore(folder());
    const entries = await fill(store);
    const reading = pagesOf(store, { limit: 3, until: entries.length });
    const writing = fill(store);
    expect(inShort(entriesIn(await reading))).to.deep.equal(inShort(entries));
    await writing;
    await store.close();
  });
});
