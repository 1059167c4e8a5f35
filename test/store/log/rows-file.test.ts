import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { valueOf } from '../../../src/errors.js';
import type { RecordChange } from '../../../src/domain/records/record.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';
import { takeRows } from '../../../src/store/log/rows-file.js';
import { scanSegments } from '../../../src/store/log/scan-segments.js';
import type { Store } from '../../../src/store/store.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';

const RAW = '000000000001.jsonl';
const ROWS = '000000000001.rows.json';

describe('the rows that a clean stop leaves', () => {
  const folder = useFolder();
  const log = (): string => join(folder(), 'log');
  const open = (): Promise<Store> => openTestStore(folder(), { segmentBytes: 1_000_000 });

  const alert: Change = {
    kind: 'alert',
    v: { deviceId: 'bus', alert: { ...fixAt(4), alerts: ['SOSButton'] }, source: { protocol: 'http' } },
  };
  const records = [
    ...[0, 1, 2, 5].map((second) => locationOf('bus', fixAt(second))),
    ...[3, 2].map((second) => locationOf('tram', fixAt(second))),
    alert,
  ];

  /** All records in one segment that is not sorted, after a clean stop. */
  async function fill(): Promise<void> {
    const store = await open();
    await store.append(records.slice(0, 4));
    await store.append(records.slice(4));
    await store.close();
    expect(await readdir(log())).to.include(ROWS);
  }

  async function locationsOf(store: Store, deviceId: string): Promise<Location[]> {
    const day = { from: Date.parse(fixAt(0).dateTime), to: Date.parse(fixAt(86_399).dateTime), limit: 1_000 };
    return [...valueOf(await store.history.locations({ deviceId, ...day })).records];
  }

  const known = (store: Store, changes: readonly Change[]): Promise<boolean[]> =>
    Promise.all(changes.map(async (change) => store.history.hasRecord(change as RecordChange)));

  /** What a reader of the store sees. */
  async function readAll(store: Store): Promise<unknown> {
    const arrivals = await store.history.readArrivals({ after: 0, until: 100, wants: () => true, limit: 100 });
    return {
      bus: await locationsOf(store, 'bus'),
      tram: await locationsOf(store, 'tram'),
      arrivals,
      known: await known(store, records),
      unknown: await store.history.hasRecord(locationOf('bus', fixAt(3)) as RecordChange),
      status: store.status(),
    };
  }

  it('a start uses them up, and decodes no line of the segment', async () => {
    await fill();
    const path = log();
    const options = { path, corruptSuffix: 'corrupt-x', report: () => undefined };
    const all = await scanSegments(options, { n: records.length, keptFrom: 1 }, () => undefined);
    expect(all.raw.map(({ entries }) => entries.length)).to.deep.equal([records.length]);
    const restored = await scanSegments(options, { n: records.length, keptFrom: 1 }, () => undefined, {
      restores: true,
    });
    expect(restored.raw.map(({ entries }) => entries.length)).to.deep.equal([0]);
    expect(restored.last).to.equal(all.last);
    for (const { segments } of [all, restored]) for (const segment of segments) await segment.close();
    expect(await readdir(path)).to.not.include(ROWS);
  });

  it('a store that was restored from them answers as one that was scanned', async () => {
    await fill();
    const answers: unknown[] = [];
    for (const isScanned of [false, true]) {
      if (isScanned) await rm(join(log(), ROWS));
      const store = await open();
      answers.push(await readAll(store));
      await store.close();
    }
    expect(answers[0]).to.deep.equal(answers[1]);
    expect(answers[0]).to.deep.include({ known: records.map(() => true), unknown: false });
  });

  it('records that are stored after the start are found, and so are those before it', async () => {
    await fill();
    const store = await open();
    const later = [6, 9, 1.5].map((second) => locationOf('bus', fixAt(second)));
    await store.append(later);
    const all = [...records, ...later];
    expect(await known(store, all)).to.deep.equal(all.map(() => true));
    const times = (await locationsOf(store, 'bus')).map(({ dateTime }) => dateTime);
    expect(times).to.deep.equal([0, 1, 1.5, 2, 5, 6, 9].map((second) => fixAt(second).dateTime));
    await store.close();
    const again = await open();
    expect(await locationsOf(again, 'bus')).to.have.length(7);
    await again.close();
  });

  it('a gateway that runs leaves none: after a kill the segment is scanned', async () => {
    await fill();
    const store = await open();
    expect(await readdir(log())).to.not.include(ROWS);
    await store.close();
  });

  it('rows of an earlier stop do not count once the segment has grown or a bit of it has changed', async () => {
    await fill();
    const rows = await readFile(join(log(), ROWS));
    const before = await readFile(join(log(), RAW));
    await appendFile(join(log(), RAW), '\n');
    expect(await takeRows(log(), 1, 100)).to.equal(undefined);
    const changed = Buffer.from(before);
    changed[100] = (changed[100] ?? 0) ^ 1;
    for (const content of [changed, before.subarray(0, -1)]) {
      await writeFile(join(log(), ROWS), rows);
      await writeFile(join(log(), RAW), content);
      expect(await takeRows(log(), 1, 100)).to.equal(undefined);
    }
    await writeFile(join(log(), ROWS), rows);
    await writeFile(join(log(), RAW), before);
    expect(await takeRows(log(), 1, 100)).to.include({ bytes: before.length });
  });

  it('rows with a changed bit do not count', async () => {
    await fill();
    const rows = await readFile(join(log(), ROWS));
    for (let at = 0; at < rows.length - 1; at += 7) {
      const changed = Buffer.from(rows);
      changed[at] = (changed[at] ?? 0) ^ 4;
      await writeFile(join(log(), ROWS), changed);
      expect(await takeRows(log(), 1, 100), String(at)).to.equal(undefined);
    }
  });

  it('a snapshot that ends before the segment does needs its lines: the segment is scanned', async () => {
    await fill();
    expect(await takeRows(log(), 1, records.length - 1)).to.equal(undefined);
    await rename(join(folder(), 'state.json'), join(folder(), 'no-state'));
    const store = await open();
    expect(await locationsOf(store, 'bus')).to.have.length(4);
    expect(store.status().losses).to.deep.equal([]);
    await store.close();
  });

  it('a segment with a damaged line gets none: the next start reports the damage', async () => {
    await fill();
    const store = await open();
    const text = await readFile(join(log(), RAW), 'utf8');
    await writeFile(join(log(), RAW), text.replace('"n":3,', '"n":9,'));
    await store.close();
    expect(await readdir(log())).to.not.include(ROWS);
    const again = await open();
    expect(again.status().losses.join('; ')).to.match(/entry 3 is missing/);
    await again.close();
  });
});
