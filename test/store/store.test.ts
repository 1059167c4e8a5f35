import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { tagOf, type RecordChange } from '../../src/domain/records/record.js';
import { valueOf } from '../../src/errors.js';
import type { Location } from '../../src/schema/records/location.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt, locationOf } from '../support/store/records.js';
import { everyLocation, openTestStore } from '../support/store/store.js';

const fixOf = (location: Location): RecordChange => ({
  kind: 'location',
  v: { deviceId: 'bus', location, source: { protocol: 'http' } },
});
const seconds = (count: number): number[] => Array.from({ length: count }, (_, second) => second);

/** Of some 77,000 records, two have the same tag of 32 bits with a probability of one half. Tags differ in each run. */
function recordsWithSameTag(): readonly [RecordChange, RecordChange] {
  const byTag = new Map<number, RecordChange>();
  for (let step = 0; ; step++) {
    const record = fixOf({ ...fixAt(1), longitude: step / 100_000 });
    const tag = tagOf(record);
    const other = byTag.get(tag);
    if (other !== undefined) return [other, record];
    byTag.set(tag, record);
  }
}

describe('the store', () => {
  const folder = useFolder();
  const firstSegment = (): string => join(folder(), 'log', '000000000001.jsonl');

  it('everything acknowledged is there after a restart, without gaps in the numbers', async () => {
    const store = await openTestStore(folder());
    const entries = await Promise.all(seconds(10).map((second) => store.append([locationOf('bus', fixAt(second))])));
    await store.close();
    const again = await openTestStore(folder());
    expect(entries.flat().map(({ n }) => n)).to.deep.equal(seconds(10).map((second) => second + 1));
    expect(await everyLocation(again, 'bus')).to.deep.equal(seconds(10).map(fixAt));
    expect(again.state.lastLocations.get('bus')).to.deep.equal(fixAt(9));
    expect(again.status()).to.include({ entries: 10 }).and.to.deep.include({ losses: [] });
    await again.close();
  });

  it('a range query covers closed and sorted segments page by page, whatever the order of arrival', async () => {
    const store = await openTestStore(folder());
    const shuffled = seconds(300).sort((a, b) => ((a * 7919) % 300) - ((b * 7919) % 300));
    for (const second of shuffled) {
      await store.append([locationOf('bus', fixAt(second))]);
      await store.append([locationOf('van', fixAt(1000 + second))]);
    }
    expect(store.status().segments).to.be.greaterThan(10);
    expect(await everyLocation(store, 'bus', 7)).to.deep.equal(seconds(300).map(fixAt));
    await store.close();
    const again = await openTestStore(folder());
    expect(await readdir(join(folder(), 'log'))).to.include('000000000001.sorted.jsonl');
    expect(await everyLocation(again, 'bus', 7)).to.deep.equal(seconds(300).map(fixAt));
    expect(await everyLocation(again, 'van')).to.deep.equal(seconds(300).map((second) => fixAt(1000 + second)));
    const hour = {
      deviceId: 'bus',
      from: Date.parse(fixAt(100).dateTime),
      to: Date.parse(fixAt(110).dateTime),
      limit: 100,
    };
    expect(valueOf(await again.history.locations(hour)).records.map(({ longitude }) => longitude)).to.deep.equal(
      seconds(11).map((second) => fixAt(100 + second).longitude),
    );
    await again.close();
  });

  it('duplicates are recognized in closed segments as well as in the open one', async () => {
    const store = await openTestStore(folder());
    for (const second of seconds(60)) await store.append([locationOf('bus', fixAt(second))]);
    const isStored = async (second: number, change = {}): Promise<boolean> =>
      store.history.hasRecord(fixOf({ ...fixAt(second), ...change }));
    for (const second of seconds(60)) expect(await isStored(second), `${second}`).to.equal(true);
    expect(await isStored(7, { latitude: 52.6 })).to.equal(false);
    expect(await isStored(61)).to.equal(false);
    await store.close();
  });

  it('two records with the same tag and different keys are different records', async () => {
    const store = await openTestStore(folder());
    const [one, other] = recordsWithSameTag();
    await store.append([one]);
    expect(await store.history.hasRecord(one)).to.equal(true);
    expect(await store.history.hasRecord(other)).to.equal(false);
    await store.append([other]);
    expect(await store.history.hasRecord(other)).to.equal(true);
    await store.close();
  });

  it('a torn last line is truncated at start, and nothing else', async () => {
    const store = await openTestStore(folder());
    await store.append([locationOf('bus', fixAt(1))]);
    await store.close();
    const whole = (await stat(firstSegment())).size;
    await appendFile(firstSegment(), '{"n":2,"at":"2026-11-21T08:00:00.000Z","bo');
    const again = await openTestStore(folder());
    expect(again.status().losses).to.deep.equal([]);
    expect((await stat(firstSegment())).size).to.equal(whole);
    await again.append([locationOf('bus', fixAt(2))]);
    expect(await everyLocation(again, 'bus')).to.deep.equal([fixAt(1), fixAt(2)]);
    await again.close();
  });

  it('a batch that a crash cut does not count at all', async () => {
    const store = await openTestStore(folder(), { segmentBytes: 1_000_000 });
    await store.append([locationOf('bus', fixAt(1))]);
    await store.append(seconds(5).map((second) => locationOf('bus', fixAt(10 + second))));
    await store.close();
    await writeFile(join(folder(), 'state.json'), '');
    const text = await readFile(firstSegment(), 'utf8');
    await truncate(firstSegment(), Buffer.byteLength(text.split('\n').slice(0, 5).join('\n')) + 1);
    const again = await openTestStore(folder(), { segmentBytes: 1_000_000 });
    expect(await everyLocation(again, 'bus')).to.deep.equal([fixAt(1)]);
    expect(again.status().entries).to.equal(1);
    await again.close();
  });

  it('a damaged line is saved as corrupt and reported, and the entries after it are used', async () => {
    const store = await openTestStore(folder(), { segmentBytes: 1_000_000 });
    for (const second of seconds(5)) await store.append([locationOf('bus', fixAt(second))]);
    await store.close();
    await writeFile(join(folder(), 'state.json'), '');
    const text = await readFile(firstSegment(), 'utf8');
    await writeFile(firstSegment(), text.replace('"n":3,', '"n":9,'));
    const again = await openTestStore(folder(), { segmentBytes: 1_000_000 });
    expect(await everyLocation(again, 'bus')).to.deep.equal([0, 1, 3, 4].map(fixAt));
    expect(again.status().losses.join('; ')).to.match(
      /000000000001\.jsonl: bytes \d+ to \d+ are damaged.*; entry 3 is missing/,
    );
    expect((await readdir(join(folder(), 'log'))).filter((name) => name.includes('corrupt'))).to.have.length(1);
    await again.close();
  });

  it('the previous snapshot is used if the newest is damaged', async () => {
    const store = await openTestStore(folder());
    await store.append([locationOf('bus', fixAt(1))]);
    await store.close();
    const second = await openTestStore(folder());
    await second.append([locationOf('bus', fixAt(2))]);
    await second.close();
    await writeFile(join(folder(), 'state.json'), 'x');
    const third = await openTestStore(folder());
    expect(third.state.lastLocations.get('bus')).to.deep.equal(fixAt(2));
    expect(third.status().losses.join()).to.match(/state\.json is damaged .* saved as .*state\.json\.corrupt-/);
    await third.close();
  });

  it('a folder whose data is all damaged opens read-only, never empty, and is not changed', async () => {
    const store = await openTestStore(folder());
    for (const second of seconds(3)) await store.append([locationOf('bus', fixAt(second))]);
    await store.close();
    await writeFile(join(folder(), 'state.json'), 'x');
    await writeFile(firstSegment(), 'x\ny\n');
    for (let start = 0; start < 2; start++) {
      const again = await openTestStore(folder());
      expect(again.status()).to.include({ writable: false });
      expect(again.status().reason).to.match(/no entry in .* can be read .*restore a backup/);
      const refused = await again.append([locationOf('bus', fixAt(4))]).catch((error: unknown) => error);
      expect(refused).to.include({ code: 'store_unavailable' });
      await again.close();
      expect(await readFile(firstSegment(), 'utf8')).to.equal('x\ny\n');
    }
  });

  it('a second process is refused with the name of the holder, and can open the folder after it', async () => {
    const store = await openTestStore(folder());
    const refused = await openTestStore(folder()).then(
      () => 'opened',
      (error: unknown) => String(error),
    );
    expect(refused).to.contain(folder()).and.to.contain(`process ${process.pid} on `);
    await store.close();
    const again = await openTestStore(folder());
    await again.close();
  });

  it('ids that are names of object properties are ordinary ids', async () => {
    const store = await openTestStore(folder());
    for (const id of ['__proto__', 'constructor', 'toString']) await store.append([locationOf(id, fixAt(1))]);
    await store.close();
    const again = await openTestStore(folder());
    for (const id of ['__proto__', 'constructor', 'toString']) {
      expect(again.state.lastLocations.get(id)).to.deep.equal(fixAt(1));
      expect(await everyLocation(again, id)).to.deep.equal([fixAt(1)]);
    }
    expect(again.state.lastLocations.get('valueOf')).to.equal(undefined);
    await again.close();
  });
});
