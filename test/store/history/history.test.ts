import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Entry } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../../support/eventually.js';
import { useFolder } from '../../support/folder.js';
import { deviceOf, fixAt, locationOf } from '../../support/records.js';
import { openTestStore } from '../../support/store.js';

describe('readNumbers', () => {
  const folder = useFolder();
  const sorted = async (): Promise<string[]> =>
    (await readdir(join(folder(), 'log'))).filter((name) => name.endsWith('.sorted.jsonl')).sort();

  /** Sixty entries of several streams, in batches and alone, the fixes not in order of time. */
  async function fill(store: Store): Promise<Entry[]> {
    const entries = [...(await store.append([{ kind: 'device', v: deviceOf('bus') }]))];
    for (let second = 0; entries.length < 60; second++) {
      const late = fixAt(500 - second);
      entries.push(...(await store.append([locationOf('bus', late)])));
      entries.push(...(await store.append([locationOf('van', late), locationOf('bus', fixAt(1000 + second))])));
    }
    return entries;
  }

  const namesOf = (entries: readonly Entry[] | undefined): string[] | undefined =>
    entries?.map(({ n, kind, v }) => JSON.stringify([n, kind, v]));

  it('entries are returned in order of arrival, from closed segments and the open one, also after a restart', async () => {
    const store = await openTestStore(folder());
    const entries = await fill(store);
    const range = { from: 7, to: entries.length - 2 };
    await eventually('closed segments are sorted', async () => (await sorted()).length > 2);
    expect(namesOf(await store.history.readNumbers(range))).to.deep.equal(namesOf(entries.slice(6, -2)));
    await store.close();
    const again = await openTestStore(folder());
    expect(namesOf(await again.history.readNumbers(range))).to.deep.equal(namesOf(entries.slice(6, -2)));
    const beyond = { from: entries.length, to: 10_000 };
    expect(namesOf(await again.history.readNumbers(beyond))).to.deep.equal(namesOf(entries.slice(-1)));
    await again.close();
  });

  it('a range whose first entry was dropped by retention returns undefined', async () => {
    const store = await openTestStore(folder(), { retention: { days: 0, bytes: 6_000 }, snapshotBytes: 1_000 });
    const last = (await fill(store)).length;
    await eventually('retention drops a segment', () => {
      store.applyRetention();
      return store.status().segments < 3;
    });
    expect(await store.history.readNumbers({ from: 1, to: last })).to.equal(undefined);
    expect(await store.history.readNumbers({ from: last - 1, to: last })).to.have.lengthOf(2);
    await store.close();
  });

  it('a damaged entry is left out and reported, and its neighbors are returned', async () => {
    const store = await openTestStore(folder());
    const entries = await fill(store);
    await eventually('closed segments are sorted', async () => (await sorted()).length > 0);
    const path = join(folder(), 'log', (await sorted())[0] ?? '');
    const bytes = await readFile(path);
    const lineFeed = bytes.indexOf('\n', bytes.length / 2);
    bytes[lineFeed - 30] = 0x7e;
    await writeFile(path, bytes);
    const found = (await store.history.readNumbers({ from: 1, to: 60 })) ?? [];
    const kept = new Set(found.map(({ n }) => n));
    const lost = entries.slice(0, 60).filter(({ n }) => !kept.has(n));
    expect(lost).to.have.lengthOf(1);
    expect(store.status().losses.join()).to.contain(`entry ${String(lost[0]?.n)} `);
    await store.close();
  });
});

describe('subscribe', () => {
  const folder = useFolder();

  it('a listener is called with every append, after the fold and before the writer resumes, until it unsubscribes', async () => {
    const store = await openTestStore(folder());
    const received: string[] = [];
    const unsubscribe = store.subscribe((entries) => {
      received.push(`${entries.map(({ n }) => n).join()} of ${store.state.n}`);
    });
    const appends = [
      store.append([locationOf('bus', fixAt(1))]),
      store.append([locationOf('bus', fixAt(2)), locationOf('bus', fixAt(3))]),
    ].map((append) => append.then((entries) => received.push(`stored ${String(entries[0]?.n)}`)));
    await Promise.all(appends);
    expect(received.filter((one) => one.includes('of'))).to.deep.equal(['1 of 1', '2,3 of 3']);
    expect(received.indexOf('1 of 1')).to.be.lessThan(received.indexOf('stored 1'));
    unsubscribe();
    await store.append([locationOf('bus', fixAt(4))]);
    expect(received).to.have.lengthOf(4);
    await store.close();
  });
});
