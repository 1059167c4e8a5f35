import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { writeBackup } from '../../../src/store/backup/backup.js';
import { openKeys } from '../../../src/store/keys.js';
import { restoreBackup, type RestoreResult } from '../../../src/store/backup/restore.js';
import type { Device } from '../../../src/schema/devices/device.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt, locationOf } from '../../support/store/records.js';
import { everyLocation, openTestStore } from '../../support/store/store.js';

const made = '2026-11-21T08:00:00.000Z';
const seconds = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

const device = (id: string, name = id): Device => ({
  id,
  name,
  description: '',
  min: '',
  tags: {},
  expires: null,
  dailyEmailLimit: null,
  dailySmsLimit: null,
  registeredBy: null,
});

describe('a backup', () => {
  const folder = useFolder();
  const at = (name: string): string => join(folder(), name);
  const restore = (more: object = {}): Promise<RestoreResult> =>
    restoreBackup({ file: at('b.gz'), folder: at('restored'), now: made, dryRun: false, ...more });
  const refusal = (more: object = {}): Promise<string> =>
    restore(more).then(
      () => 'restored',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  /** Backs up a store of many segments during writes; resolves with the number of fixes acknowledged before. */
  async function backUpUnderLoad(passphrase?: string): Promise<number> {
    const store = await openTestStore(at('data'), { snapshotBytes: 10_000 });
    await openKeys(at('data'));
    await store.append([{ kind: 'device', v: device('bus') }]);
    for (const second of seconds(0, 200)) await store.append([locationOf('bus', fixAt(second))]);
    const writing = Promise.all(seconds(200, 400).map((second) => store.append([locationOf('bus', fixAt(second))])));
    await writeBackup({ folder: at('data'), file: at('b.gz'), made, passphrase });
    await writing;
    await store.close();
    return 200;
  }

  it('a backup under load has everything acknowledged before it started, and only complete batches', async () => {
    const acknowledged = await backUpUnderLoad();
    expect(await restore()).to.deep.include({ made, secrets: false, kept: null });
    const store = await openTestStore(at('restored'));
    const found = await everyLocation(store, 'bus');
    expect(found).to.deep.equal(seconds(0, found.length).map(fixAt));
    expect(found.length).to.be.at.least(acknowledged);
    expect(store.status().losses).to.deep.equal([]);
    expect(store.state.devices.get('bus')).to.deep.equal(device('bus'));
    await store.append([locationOf('bus', fixAt(1000))]);
    await store.close();
  });

  /** Removes the oldest segments, as retention does, once the backup has read a segment. */
  const dropAllBut =
    (kept: number) =>
    (share: number): void => {
      if (share === 0) return;
      const names = readdirSync(at('data/log'))
        .filter((name) => name.endsWith('.jsonl'))
        .sort();
      writeFileSync(at(`data/log/${names.at(-kept)?.slice(0, 12)}.kept`), '');
      for (const name of names.slice(0, -kept)) rmSync(join(at('data/log'), name));
    };

  it('a backup is valid if retention dropped history during it', async () => {
    await backUpUnderLoad();
    await writeBackup({ folder: at('data'), file: at('b.gz'), made, onProgress: dropAllBut(3) });
    await restore();
    const store = await openTestStore(at('restored'));
    const found = await everyLocation(store, 'bus');
    expect(found).to.deep.equal(seconds(400 - found.length, 400).map(fixAt));
    expect(store.status().losses).to.deep.equal([]);
    expect(store.state.devices.get('bus')).to.deep.equal(device('bus'));
    await store.close();
  });

  it('a backup fails if retention dropped entries that its state does not cover', async () => {
    const store = await openTestStore(at('data'));
    await store.append([{ kind: 'device', v: device('bus') }]);
    await store.close();
    const state = readFileSync(at('data/state.json'));
    await backUpUnderLoad();
    rmSync(at('b.gz'));
    writeFileSync(at('data/state.json'), state);
    const options = { folder: at('data'), file: at('b.gz'), made, onProgress: dropAllBut(3) };
    const error: unknown = await writeBackup(options).catch((reason: unknown) => reason);
    expect(String(error)).to.match(/dropped history during the backup: try again/);
    expect(readdirSync(folder()).filter((name) => name.startsWith('b.gz'))).to.deep.equal([]);
  });

  it('a backup has no secrets without a passphrase, and only encrypted ones with it', async () => {
    await backUpUnderLoad();
    const secret = (JSON.parse(readFileSync(at('data/keys.json'), 'utf8')) as { jwtSecret: string }).jwtSecret;
    expect(gunzipSync(readFileSync(at('b.gz'))).toString())
      .to.not.contain('jwtSecret')
      .and.not.contain(secret);
    await writeBackup({ folder: at('data'), file: at('b.gz'), made, passphrase: 'correct horse' });
    expect(gunzipSync(readFileSync(at('b.gz'))).toString())
      .to.not.contain('jwtSecret')
      .and.not.contain(secret);
    expect(await refusal({ passphrase: 'wrong horse' })).to.match(/wrong passphrase for .*b\.gz/);
    expect(await restore({ passphrase: 'correct horse' })).to.include({ secrets: true });
    expect(readFileSync(at('restored/keys.json'), 'utf8')).to.contain(secret);
  });

  it('a dry run reports what a restore would change, and changes nothing', async () => {
    await backUpUnderLoad();
    const present = await openTestStore(at('restored'));
    await present.append([
      { kind: 'device', v: device('bus', 'another name') },
      { kind: 'device', v: device('van') },
    ]);
    const before = readdirSync(at('restored'), { recursive: true });
    const { devices, entries } = await restore({ dryRun: true });
    expect(devices).to.deep.equal({ added: [], removed: ['van'], changed: ['bus'] });
    expect(entries.before).to.equal(2);
    expect(readdirSync(at('restored'), { recursive: true })).to.deep.equal(before);
    expect(await refusal()).to.match(/in use by another Waypost/);
    await present.close();
  });

  it('a restore begins a new generation with the entry after the restored ones, each time', async () => {
    const store = await openTestStore(at('data'));
    await store.startGeneration();
    for (const second of seconds(0, 40)) await store.append([locationOf('bus', fixAt(second))]);
    await writeBackup({ folder: at('data'), file: at('b.gz'), made });
    const [first] = store.state.generations;
    await store.close();
    const generations: string[] = [];
    for (const target of ['restored', 'restored', 'elsewhere']) {
      await restore({ folder: at(target) });
      const restored = await openTestStore(at(target));
      expect(restored.state.n).to.equal(42);
      expect(restored.state.generations[0]).to.deep.equal(first);
      expect(restored.state.generations[1]?.from).to.equal(42);
      generations.push(restored.state.generations[1]?.id ?? '');
      expect(await everyLocation(restored, 'bus')).to.deep.equal(seconds(0, 40).map(fixAt));
      expect(restored.status().losses).to.deep.equal([]);
      await restored.close();
    }
    expect(new Set([first?.id, ...generations])).to.have.lengthOf(4);
    for (const id of generations) expect(id).to.match(/^[a-z2-7]{8}$/);
  });

  it('the entries of a backup that was made before there were generations get that of the restore', async () => {
    await backUpUnderLoad();
    await restore();
    const store = await openTestStore(at('restored'));
    expect(store.state.generations.map(({ from }) => from)).to.deep.equal([1]);
    await store.close();
  });

  it('a restore keeps the previous content', async () => {
    await backUpUnderLoad();
    const present = await openTestStore(at('restored'));
    await present.append([locationOf('van', fixAt(7))]);
    await present.close();
    const { kept } = await restore();
    const previous = await openTestStore(kept ?? '');
    expect(await everyLocation(previous, 'van')).to.deep.equal([fixAt(7)]);
    await previous.close();
  });

  /** Backs up a store of many segments after `damage`; resolves with what the store has lost by then. */
  async function backUpDamaged(damage: (names: readonly string[]) => void): Promise<readonly string[]> {
    const store = await openTestStore(at('data'));
    await store.append([{ kind: 'device', v: device('bus') }]);
    for (const second of seconds(0, 200)) await store.append([locationOf('bus', fixAt(second))]);
    await store.close();
    const isSegment = (name: string): boolean => name.endsWith('.sorted.jsonl');
    damage(
      readdirSync(at('data/log'))
        .filter(isSegment)
        .sort()
        .map((name) => at(`data/log/${name}`)),
    );
    const damaged = await openTestStore(at('data'));
    await everyLocation(damaged, 'bus');
    await writeBackup({ folder: at('data'), file: at('b.gz'), made });
    const { losses } = damaged.status();
    await damaged.close();
    return losses;
  }

  for (const [title, damage] of [
    [
      'a segment is gone',
      ([, second = '']) => {
        rmSync(second);
      },
    ],
    [
      'no line of a segment can be read',
      ([, second = '']) => {
        writeFileSync(second, 'x'.repeat(statSync(second).size));
      },
    ],
    [
      'a line of a segment is damaged',
      ([, second = '']) => {
        const bytes = readFileSync(second);
        const middle = bytes.length >> 1;
        bytes[middle] = (bytes[middle] ?? 0) ^ 1;
        writeFileSync(second, bytes);
      },
    ],
    [
      'retention dropped the oldest segment and a later one is gone',
      ([first = '', , third = '', fourth = '']) => {
        writeFileSync(at(`data/log/${basename(third).slice(0, 12)}.kept`), '');
        for (const name of [first, fourth]) rmSync(name);
      },
    ],
  ] as readonly (readonly [string, (names: readonly string[]) => void])[]) {
    it(`the backup of a store in which ${title} restores the rest, and the gap stays named`, async () => {
      const gapOf = (losses: readonly string[]): string[] => losses.filter((loss) => loss.endsWith('missing'));
      const gap = gapOf(await backUpDamaged(damage));
      expect(gap).to.have.lengthOf(1);
      expect(gapOf((await restore({ dryRun: true })).losses)).to.deep.equal(gap);
      expect(gapOf((await restore()).losses)).to.deep.equal(gap);
      const before = await openTestStore(at('data'));
      const expected = await everyLocation(before, 'bus');
      await before.close();
      expect(expected.length).to.be.within(100, 199);
      for (const start of [1, 2]) {
        const store = await openTestStore(at('restored'));
        expect(await everyLocation(store, 'bus')).to.deep.equal(expected);
        expect(store.status().writable).to.equal(true);
        expect(gapOf(store.status().losses), `start ${start}`).to.deep.equal(gap);
        expect(store.state.devices.has('bus')).to.equal(true);
        await store.append([locationOf('bus', fixAt(1000 + start))]);
        expected.push(fixAt(1000 + start));
        await store.close();
      }
    });
  }

  it('a backup from which no state can be rebuilt is refused, and nothing is changed', async () => {
    await backUpDamaged(([first = '']) => {
      rmSync(first);
    });
    for (const name of ['state.json', 'state.1.json']) rmSync(at(`data/${name}`), { force: true });
    await writeBackup({ folder: at('data'), file: at('b.gz'), made });
    expect(await refusal()).to.match(
      /b\.gz has no usable store: .*log starts with entry \d+, and no readable state\.json .*; restore another backup$/,
    );
    expect(readdirSync(at('restored')).filter((name) => name !== 'lock')).to.deep.equal([]);
  });

  it('a backup with a single changed or missing byte is refused as a whole', async () => {
    await backUpUnderLoad();
    const good = readFileSync(at('b.gz'));
    const plain = gunzipSync(good);
    for (const offset of [3, 120, 700, 5000, plain.length - 100, plain.length - 5]) {
      const bad = Buffer.from(plain);
      bad[offset] = (bad[offset] ?? 0) ^ 1;
      writeFileSync(at('b.gz'), gzipSync(bad));
      expect(await refusal(), `byte ${offset}`).to.match(/cannot be restored/);
    }
    writeFileSync(at('b.gz'), good);
    truncateSync(at('b.gz'), good.length - 20);
    expect(await refusal()).to.match(/cannot be restored: it is cut: copy it again/);
    writeFileSync(at('b.gz'), 'no gzip');
    expect(await refusal()).to.match(/b\.gz cannot be restored/);
    expect(readdirSync(at('restored')).filter((name) => name !== 'lock')).to.deep.equal([]);
  });

  it('a backup cannot write outside of the folder', async () => {
    const text = `{"waypost":"backup","version":1}\n{"file":"../evil","bytes":2}\nx\n`;
    writeFileSync(at('b.gz'), gzipSync(text));
    expect(await refusal()).to.match(/evil is not a file of a store/);
  });
});
