import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Location } from '../../../src/schema/records/location.js';
import { readFormat, readVersion } from '../../../src/store/state/format.js';
import { migrate, realDisk, type MigrationResult, type MigrationDisk } from '../../../src/store/state/migrate.js';
import type { JsonObject, Migration } from '../../../src/store/state/migrations/migration.js';
import { restoreBackup } from '../../../src/store/backup/restore.js';
import { useFolder } from '../../support/folder.js';
import { makeStoreImage, restoreImage, type StoreImage } from '../../support/store-image.js';
import { everyLocation, openTestStore } from '../../support/store.js';

const now = '2026-11-22T07:00:00.000Z';
const ids = ['bus', 'van', 'cab'];

/** Speeds in another unit: in every entry, and in the state. */
const faster = (location: Location): Location => ({ ...location, speed: (location.speed ?? 0) * 2 });
const invented: Migration = {
  entry({ kind, v }) {
    if (kind !== 'location') return { kind, v };
    const { location, ...others } = v as { location: Location };
    return { kind, v: { ...others, location: faster(location) } };
  },
  state(state) {
    const last = Object.entries(state.lastLocations as JsonObject);
    return { ...state, lastLocations: Object.fromEntries(last.map(([id, one]) => [id, faster(one as Location)])) };
  },
};
const migrations = [invented];

type Contents = { readonly entries: number; readonly locations: Location[]; readonly last: (Location | undefined)[] };

describe('a store of a former version', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  let image: StoreImage;
  /** what the old Waypost finds in it, and what the new one is to find */
  let old: Contents;
  let updated: Contents;

  before(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'waypost-test-'));
    image = await makeStoreImage(directory, 'by a crash');
    restoreImage(directory, image, '', Buffer.alloc(0));
    old = await contents([], directory);
    updated = { ...old, locations: old.locations.map(faster), last: old.last.map((one) => one && faster(one)) };
    rmSync(directory, { recursive: true });
  });
  beforeEach(() => {
    reset();
  });

  const reset = (): void => {
    restoreImage(data(), image, '', Buffer.alloc(0));
  };
  const bring = (disk: Partial<MigrationDisk> = {}): Promise<MigrationResult | null> =>
    migrate({ folder: data(), now, by: '2.0.0', migrations, disk: { ...realDisk, ...disk } });

  async function contents(known: readonly Migration[], directory = data()): Promise<Contents> {
    const store = await openTestStore(directory, { migrations: known, waypostVersion: `${known.length + 1}.0.0` });
    const locations = (await Promise.all(ids.map((id) => everyLocation(store, id)))).flat();
    const last = ids.map((id) => store.state.lastLocations.get(id));
    expect(store.status()).to.deep.include({ losses: [], writable: true });
    const { entries } = store.status();
    await store.close();
    return { entries, locations, last };
  }
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  const files = (): Map<string, string> =>
    new Map(
      readdirSync(data(), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name))
        .map((path) => [path, `${statSync(path).mtimeMs} ${readFileSync(path, 'latin1')}`]),
    );

  /** A disk whose `step`th change fails half done; `forGood`: as for a process that was killed, nothing comes after. */
  function failing(step: number, error: Error, forGood: boolean): MigrationDisk {
    let done = 0;
    const change = <Args extends readonly unknown[], T>(
      run: (...args: Args) => Promise<T>,
      half: (...args: Args) => Promise<void> | void = () => undefined,
    ) => {
      return async (...args: Args): Promise<T> => {
        done += 1;
        if (done < step || (done > step && !forGood)) return run(...args);
        if (done === step) await half(...args);
        throw error;
      };
    };
    const { replaceFile, rename, remove, removeEmpty, syncFolder, makeFolder, writeBackup } = realDisk;
    return {
      replaceFile: change(replaceFile, (path) => {
        writeFileSync(`${path}.tmp`, 'half');
      }),
      rename: change(rename),
      remove: change(remove, (path) => remove(join(path, 'log'))),
      removeEmpty: change(removeEmpty),
      syncFolder: change(syncFolder),
      makeFolder: change(makeFolder),
      writeBackup: change(writeBackup, ({ file }) => {
        writeFileSync(`${file}.tmp`, 'half');
      }),
    };
  }

  it('is brought up to date at the start: every entry, damaged ones as they are, and the state, after a backup', async () => {
    expect(await contents(migrations)).to.deep.equal(updated);
    const [backup, ...more] = readdirSync(join(data(), 'backups'));
    expect([backup, more]).to.deep.equal(['before-format-2-20261121T080000Z.gz', []]);
    expect(await readFormat(data())).to.include({ version: 2, by: '2.0.0', backup: `backups/${backup}` });
    expect(readdirSync(data()).filter((name) => name.startsWith('migrating'))).to.deep.equal([]);
    expect(await contents(migrations), 'again').to.deep.equal(updated);
    expect(readdirSync(join(data(), 'backups'))).to.have.lengthOf(1);
  });

  it('keeps what is damaged, byte by byte, and a backup of the same name', async () => {
    const name = 'backups/before-format-2-20261122T070000Z';
    mkdirSync(join(data(), 'backups'));
    writeFileSync(join(data(), `${name}.gz`), 'mine');
    appendFileSync(
      join(data(), 'log', readdirSync(join(data(), 'log')).find((one) => one.endsWith('.jsonl')) ?? ''),
      'torn',
    );
    expect(await bring()).to.deep.equal({ from: 1, to: 2, backup: `${name}-2.gz`, by: '' });
    expect(readFileSync(join(data(), `${name}.gz`), 'utf8')).to.equal('mine');
    const texts = readdirSync(join(data(), 'log')).map((one) => readFileSync(join(data(), 'log', one), 'utf8'));
    expect(texts.filter((text) => text.endsWith('torn'))).to.have.lengthOf(1);
  });

  it('is whole after a kill at any step: the old one, which the old Waypost reads, or the new one', async function () {
    this.timeout(120_000);
    let [before, after] = [0, 0];
    for (let step = 1; ; step++) {
      reset();
      if ((await refusal(bring(failing(step, new Error('killed'), true)))) === 'done') break;
      if ((await readVersion(data(), 2)) === 1) {
        before += 1;
        expect(await contents([]), `killed at ${step}`).to.deep.equal(old);
      } else {
        after += 1;
        expect(await refusal(contents([]))).to.include('has format 2');
      }
      expect(await contents(migrations), `killed at ${step}, and again`).to.deep.equal(updated);
      expect(readdirSync(data()).filter((name) => name.startsWith('migrating'))).to.deep.equal([]);
      expect(readdirSync(join(data(), 'backups')).filter((name) => name.endsWith('.gz'))).to.have.lengthOf(1);
    }
    expect(before).to.be.greaterThan(8);
    expect(after).to.be.greaterThan(4);
  });

  it('is untouched when the disk gets full on the way, and says so', async function () {
    this.timeout(120_000);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    let untouched = 0;
    for (let step = 1; ; step++) {
      reset();
      const before = files();
      const said = await refusal(bring(failing(step, full, false)));
      if (said === 'done') break;
      expect(said).to.match(/could not be brought from format 1 to 2 \(the disk is full: .*make room and start again/);
      if (!said.includes('nothing was changed')) continue;
      untouched += 1;
      for (const [path, text] of before) expect(files().get(path), path).to.equal(text);
      expect([...files().keys()].filter((path) => path.endsWith('.gz'))).to.deep.equal([]);
    }
    expect(untouched).to.be.greaterThan(8);
    expect(await contents(migrations)).to.deep.equal(updated);
  });

  it('that a newer Waypost has brought up to date is refused with the ways out, and not a byte is touched', async () => {
    await bring();
    const before = files();
    const said = await refusal(openTestStore(data()));
    expect(said).to.match(/has format 2, this Waypost reads up to 1: install Waypost 2\.0\.0 or later, or go back/);
    expect(said).to.include(`waypost restore ${join(data(), 'backups/before-format-2-20261122T070000Z.gz')}`);
    expect(files()).to.deep.equal(before);
  });

  it('is got back from the backup with the old Waypost, what came since is kept beside it', async () => {
    const { backup } = (await bring()) ?? {};
    const restored = await restoreBackup({ file: join(data(), backup ?? ''), folder: data(), now, dryRun: false });
    expect(restored.entries).to.deep.equal({ before: null, after: old.entries });
    expect(await contents([])).to.deep.equal(old);
    expect(readdirSync(restored.kept ?? '')).to.include.members(['log', 'state.json', 'format.json']);
  });

  it('is known by its state where nothing else says its version', async () => {
    await bring();
    const path = join(data(), 'format.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":2', '"version":7'));
    expect(await readVersion(data(), 1)).to.equal(2);
    expect(await contents(migrations)).to.deep.equal(updated);
    expect(await readFormat(data())).to.include({ version: 2 });
  });

  it('is of the first version where there is no more than a log, and of the present one where there is nothing', async () => {
    for (const name of ['format.json', 'state.json', 'state.1.json']) rmSync(join(data(), name));
    expect(await readVersion(data(), 2)).to.equal(1);
    expect(await readVersion(join(folder(), 'none'), 2)).to.equal(2);
  });
});
