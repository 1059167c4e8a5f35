import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import type { Location } from '../../../src/schema/records/location.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/gateway/eventually.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const RAW = '000000000001.jsonl';
const SORTED = '000000000001.sorted.jsonl';
const INDEX = '000000000001.index.json';
const oneSegment = { segmentBytes: 1_000_000 };

async function found(store: Store): Promise<Location[]> {
  const day = { from: Date.parse(fixAt(0).dateTime), to: Date.parse(fixAt(86_399).dateTime), limit: 10_000 };
  return [...valueOf(await store.history.locations({ deviceId: 'bus', ...day })).records];
}
const losses = (store: Store): readonly string[] => store.status().losses;
const fixes = (...seconds: number[]): Location[] => seconds.map((second) => fixAt(second));

describe('damage in the log', () => {
  const folder = useFolder();
  const inLog = (name: string): string => join(folder(), 'log', name);

  async function change(name: string, edit: (text: string) => string): Promise<void> {
    const before = await readFile(inLog(name), 'utf8');
    const after = edit(before);
    expect(after).to.not.equal(before);
    await writeFile(inLog(name), after);
  }

  /** Five fixes in a closed and sorted segment, and a sixth after it. */
  async function fillSorted(): Promise<void> {
    const store = await openTestStore(folder(), { segmentBytes: 1 });
    await store.append([0, 1, 2, 3, 4].map((second) => locationOf('bus', fixAt(second))));
    await store.append([locationOf('bus', fixAt(5))]);
    await store.close();
    expect(await readdir(join(folder(), 'log'))).to.include(SORTED);
  }

  /** The batches in one raw segment that no snapshot covers, as after a crash. */
  async function fillRaw(...batches: (readonly number[])[]): Promise<void> {
    const store = await openTestStore(folder(), oneSegment);
    for (const batch of batches) await store.append(batch.map((second) => locationOf('bus', fixAt(second))));
    await store.close();
    await rename(join(folder(), 'state.json'), join(folder(), 'no-state'));
  }

  it('damage to a sorted segment is found when it is read: the entry is reported, its line saved, the rest used', async () => {
    await fillSorted();
    await change(SORTED, (text) => text.replace('"n":3,', '"n":9,'));
    const store = await openTestStore(folder());
    expect(losses(store)).to.deep.equal([]);
    expect(await found(store)).to.deep.equal(fixes(0, 1, 3, 4, 5));
    expect(losses(store).join('; ')).to.match(
      /^000000000001\.sorted\.jsonl: bytes \d+ to \d+ are damaged, saved as \S+\.corrupt-\S+; entry 3 is missing$/,
    );
    expect(await found(store)).to.deep.equal(fixes(0, 1, 3, 4, 5));
    expect(losses(store)).to.have.length(2);
    await store.close();
    const corrupt = (await readdir(join(folder(), 'log'))).find((name) => name.includes('.corrupt-')) ?? '';
    expect(await readFile(inLog(corrupt), 'utf8')).to.match(/^\{"n":9,.*\n$/);
    const again = await openTestStore(folder());
    expect(losses(again)).to.deep.equal(['entry 3 is missing']);
    await again.close();
  });

  it('a damaged index loses no entry: it is rebuilt', async () => {
    await fillSorted();
    const good = await readFile(inLog(INDEX), 'utf8');
    await change(INDEX, (text) => text.replace('"offset":0', '"offset":9'));
    const store = await openTestStore(folder());
    expect(await found(store)).to.deep.equal(fixes(0, 1, 2, 3, 4, 5));
    expect(losses(store)).to.deep.equal([]);
    await store.close();
    expect(await readFile(inLog(INDEX), 'utf8')).to.equal(good);
  });

  it('a missing line feed at the end of an index loses no entry', async () => {
    await fillSorted();
    await change(INDEX, (text) => `${text.trimEnd()}x`);
    const store = await openTestStore(folder());
    expect(await found(store)).to.deep.equal(fixes(0, 1, 2, 3, 4, 5));
    expect(losses(store)).to.deep.equal([]);
    await store.close();
  });

  it('if an index and its segment are damaged, the start reads both and reports what is lost', async () => {
    await fillSorted();
    await change(INDEX, (text) => text.replace('"offset":0', '"offset":9'));
    await change(SORTED, (text) => text.replace('"n":5,', '"n":6,'));
    const store = await openTestStore(folder());
    expect(losses(store).join('; ')).to.match(/; entry 5 is missing$/);
    expect(await found(store)).to.deep.equal(fixes(0, 1, 2, 3, 5));
    await store.close();
  });

  it('a truncated sorted segment is recognized by its size', async () => {
    await fillSorted();
    await change(SORTED, (text) => text.split('\n').slice(0, 3).join('\n') + '\n');
    const store = await openTestStore(folder());
    expect(losses(store)).to.deep.equal(['entries 4 to 5 are missing']);
    expect(await found(store)).to.deep.equal(fixes(0, 1, 2, 5));
    await store.close();
  });

  it('damaged line feeds lose no entry, between lines and at the end', async () => {
    await fillRaw([0], [1], [2]);
    const good = await readFile(inLog(RAW), 'utf8');
    await writeFile(inLog(RAW), good.replaceAll('\n', '\b'));
    const store = await openTestStore(folder(), oneSegment);
    expect(await found(store)).to.deep.equal(fixes(0, 1, 2));
    expect(losses(store)).to.deep.equal([]);
    await store.close();
    expect(await readFile(inLog(RAW), 'utf8')).to.equal(good);
  });

  it('damage to the last line of a batch loses only that line, even at the end of the log', async () => {
    await fillRaw([0], [1, 2, 3]);
    await change(RAW, (text) => text.replace('"n":4,', '"n":5,'));
    const store = await openTestStore(folder(), oneSegment);
    expect(await found(store)).to.deep.equal(fixes(0, 1, 2));
    expect(losses(store).join('; ')).to.match(/ are damaged, saved as \S+; entry 4 is missing$/);
    await store.close();
  });

  it('the rest of a batch that a crash cut is truncated and is not a loss', async () => {
    await fillRaw([0], [1, 2, 3]);
    await change(RAW, (text) => text.slice(0, -20));
    const store = await openTestStore(folder(), oneSegment);
    expect(await found(store)).to.deep.equal(fixes(0));
    expect(losses(store)).to.deep.equal([]);
    await store.close();
  });

  it('the number of a lost entry is not assigned again, so every later start reports the gap', async () => {
    await fillRaw([0], [1]);
    await change(RAW, (text) => text.replace('"n":2,', '"n":7,'));
    const store = await openTestStore(folder(), oneSegment);
    expect((await store.append([locationOf('bus', fixAt(2))])).map(({ n }) => n)).to.deep.equal([3]);
    await store.close();
    const again = await openTestStore(folder(), oneSegment);
    expect(await found(again)).to.deep.equal(fixes(0, 2));
    expect(losses(again)).to.deep.equal(['entry 2 is missing']);
    await again.close();
  });

  for (const [hurt, whole] of [
    [RAW, SORTED],
    [SORTED, RAW],
  ] as const) {
    it(`damage to ${hurt} loses no entry while ${whole} exists`, async () => {
      await fillRaw([0], [1, 2], [3]);
      await copyFile(inLog(RAW), inLog(SORTED));
      await change(hurt, (text) => text.replace('"n":2,', '"n":7,'));
      const store = await openTestStore(folder(), { segmentBytes: 1 });
      expect(await found(store)).to.deep.equal(fixes(0, 1, 2, 3));
      expect(losses(store)).to.deep.equal([]);
      await store.close();
    });
  }

  it('damage to the open segment is reported when it is read, and saved when it is sorted', async () => {
    const store = await openTestStore(folder(), { segmentBytes: 1_500 });
    for (const second of [0, 1, 2]) await store.append([locationOf('bus', fixAt(second))]);
    await change(RAW, (text) => text.replace('"n":2,', '"n":7,'));
    expect(await found(store)).to.deep.equal(fixes(0, 2));
    expect(losses(store)).to.deep.equal(['entry 2 is missing']);
    for (let second = 3; store.status().segments < 2; second++) await store.append([locationOf('bus', fixAt(second))]);
    await eventually('the segment is sorted', () => losses(store).length === 2);
    expect(losses(store)[1]).to.match(/^000000000001\.jsonl: bytes \d+ to \d+ are damaged, saved as/);
    await store.close();
    const again = await openTestStore(folder());
    expect(losses(again)).to.deep.equal(['entry 2 is missing']);
    await again.close();
  });
});
