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
import { messageOf } from '../../../src/errors.js';
import type { Location } from '../../../src/schema/records/location.js';
import { restoreBackup } from '../../../src/store/backup/restore.js';
import { downgrade } from '../../../src/store/state/downgrade.js';
import { readFormat, readVersion } from '../../../src/store/state/format.js';
import { migrate, type MigrationResult } from '../../../src/store/state/migrate.js';
import { FORMAT, migrations as table } from '../../../src/store/state/migrations/index.js';
import type {
  JsonObject,
  LogMigration,
  Migration,
  StateMigration,
} from '../../../src/store/state/migrations/migration.js';
import { realDisk, type MigrationDisk } from '../../../src/store/state/replace-store.js';
import { failingDisk } from '../../support/store/failing-disk.js';
import { useFolder } from '../../support/store/folder.js';
import { groupOf } from '../../support/api/examples.js';
import { makeStoreImage, restoreImage, type StoreImage } from '../../support/store/store-image.js';
import { readLog } from '../../support/store/read-log.js';
import { everyLocation, openTestStore } from '../../support/store/store.js';

const now = '2026-11-22T07:00:00.000Z';
const ids = ['bus', 'van', 'cab'];
const NEXT = FORMAT + 1;

/** A conversion of speeds to another unit. */
const scaled = (location: Location, factor: number): Location => ({
  ...location,
  speed: (location.speed ?? 0) * factor,
});
const scaleState =
  (factor: number) =>
  (state: JsonObject): JsonObject => {
    const last = Object.entries(state.lastLocations as JsonObject);
    const lastLocations = Object.fromEntries(last.map(([id, one]) => [id, scaled(one as Location, factor)]));
    return { ...state, lastLocations };
  };
const logMigration: LogMigration = {
  entry({ kind, v }) {
    if (kind !== 'location') return { kind, v };
    const { location, ...others } = v as { location: Location };
    return { kind, v: { ...others, location: scaled(location, 2) } };
  },
  state: scaleState(2),
};
const stateMigration: StateMigration = { state: scaleState(2), back: scaleState(0.5) };

type Contents = { readonly entries: number; readonly locations: Location[]; readonly last: (Location | undefined)[] };

async function contents(folder: string, migrations: readonly Migration[]): Promise<Contents> {
  const store = await openTestStore(folder, { migrations, waypostVersion: `${migrations.length + 1}.0.0` });
  const locations = (await Promise.all(ids.map((id) => everyLocation(store, id)))).flat();
  const last = ids.map((id) => store.state.lastLocations.get(id));
  expect(store.status()).to.deep.include({ losses: [], writable: true });
  const { entries } = store.status();
  await store.close();
  return { entries, locations, last };
}

const refusal = (work: Promise<unknown>): Promise<string> => work.then(() => 'done', messageOf);

const filesIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && one.name !== 'lock')
      .map((one) => join(one.parentPath, one.name))
      .map((path) => [path, `${statSync(path).mtimeMs} ${readFileSync(path, 'latin1')}`]),
  );
const leftovers = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('migrating'));

const killed = new Error('killed');
const diskFull = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

describe('the format of a store', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  let image: StoreImage;
  /** what the image contains in the present format */
  let present: Contents;

  before(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'waypost-test-'));
    image = await makeStoreImage(directory, 'by a crash');
    restoreImage(directory, image, '', Buffer.alloc(0));
    present = await contents(directory, table);
    rmSync(directory, { recursive: true });
  });
  beforeEach(() => {
    reset();
  });
  const reset = (): void => {
    restoreImage(data(), image, '', Buffer.alloc(0));
  };

  for (const { name, next, isLogChanged, minUntouched, minSwitched } of [
    { name: 'the log and the state', next: logMigration, isLogChanged: true, minUntouched: 8, minSwitched: 4 },
    { name: 'only the state', next: stateMigration, isLogChanged: false, minUntouched: 6, minSwitched: 4 },
  ]) {
    describe(`migrated in ${name}`, () => {
      const migrations = [...table, next];
      const convert = (disk: Partial<MigrationDisk> = {}): Promise<MigrationResult | null> =>
        migrate({ folder: data(), now, by: '2.0.0', migrations, disk: { ...realDisk, ...disk } });
      /** the content after the migration; a changed state alone leaves the history as it is */
      const converted = (): Contents => ({
        ...present,
        locations: isLogChanged ? present.locations.map((one) => scaled(one, 2)) : present.locations,
        last: present.last.map((one) => one && scaled(one, 2)),
      });

      it('a start converts every entry and the state, after a backup', async () => {
        // A clean stop, so that the snapshot covers every entry.
        await contents(data(), table);
        expect(await contents(data(), migrations)).to.deep.equal(converted());
        const [backup, ...more] = readdirSync(join(data(), 'backups'));
        expect([backup, more]).to.deep.equal([`before-format-${NEXT}-20261121T080000Z.gz`, []]);
        expect(await readFormat(data())).to.include({ version: NEXT, backup: `backups/${backup}` });
        expect(leftovers(data())).to.deep.equal([]);
        expect(await contents(data(), migrations), 'again').to.deep.equal(converted());
        expect(readdirSync(join(data(), 'backups'))).to.have.lengthOf(1);
      });

      it('the author of an entry and the values that it replaced stay', async () => {
        const store = await openTestStore(data(), { migrations: table });
        const author = { type: 'command', account: 'pi', command: 'check' } as const;
        await store.append([{ kind: 'group', v: groupOf('north') }], author);
        await store.append([{ kind: 'group', v: { ...groupOf('north'), name: 'South' } }], author);
        await store.close();
        await contents(data(), migrations);
        const last = readLog(data()).filter(({ kind }) => kind === 'group');
        expect(last.map(({ by, was }) => ({ by, was }))).to.deep.equal([
          { by: author, was: undefined },
          { by: author, was: { name: 'north' } },
        ]);
      });

      it('damaged lines are copied byte by byte, and an existing backup of the same name is kept', async () => {
        const backup = `backups/before-format-${NEXT}-20261122T070000Z`;
        mkdirSync(join(data(), 'backups'));
        writeFileSync(join(data(), `${backup}.gz`), 'mine');
        const segment = readdirSync(join(data(), 'log')).find((one) => one.endsWith('.jsonl')) ?? '';
        appendFileSync(join(data(), 'log', segment), 'torn');
        const isReversible = !isLogChanged;
        const result = { from: FORMAT, to: NEXT, backup: `${backup}-2.gz`, by: '', isReversible };
        expect(await convert()).to.deep.equal(result);
        expect(readFileSync(join(data(), `${backup}.gz`), 'utf8')).to.equal('mine');
        const texts = readdirSync(join(data(), 'log')).map((one) => readFileSync(join(data(), 'log', one), 'utf8'));
        expect(texts.filter((text) => text.endsWith('torn'))).to.have.lengthOf(1);
      });

      it('after a kill at any step, the store is complete: the old version opens it, or the new one completes it', async () => {
        await contents(data(), table);
        const stopped = filesIn(data());
        let [before, after] = [0, 0];
        for (let step = 1; ; step++) {
          rewrite(data(), stopped);
          if ((await refusal(convert(failingDisk(step, killed, true)))) === 'done') break;
          if ((await readVersion(data(), NEXT)) === FORMAT) {
            before += 1;
            expect(await contents(data(), table), `killed at ${step}`).to.deep.equal(present);
          } else {
            after += 1;
            expect(await refusal(contents(data(), table))).to.include(`has format ${NEXT}`);
          }
          expect(await contents(data(), migrations), `killed at ${step}, and again`).to.deep.equal(converted());
          expect(leftovers(data())).to.deep.equal([]);
          expect(readdirSync(join(data(), 'backups')).filter((one) => one.endsWith('.gz'))).to.have.lengthOf(1);
        }
        expect(before).to.be.at.least(minUntouched);
        expect(after).to.be.at.least(minSwitched);
      });

      it('a full disk leaves the store untouched, and the error names the fix', async () => {
        await contents(data(), table);
        const stopped = filesIn(data());
        let untouched = 0;
        for (let step = 1; ; step++) {
          rewrite(data(), stopped);
          const before = filesIn(data());
          const message = await refusal(convert(failingDisk(step, diskFull, false)));
          if (message === 'done') break;
          expect(message).to.match(
            /conversion from format \d to \d failed \(the disk is full: .*make room for a copy of/,
          );
          if (!message.includes('nothing was changed')) continue;
          untouched += 1;
          const found = filesIn(data());
          for (const [path, text] of before) expect(found.get(path), path).to.equal(text);
          expect([...found.keys()].filter((path) => path.endsWith('.gz'))).to.deep.equal([]);
        }
        expect(untouched).to.be.at.least(minUntouched);
        expect(await contents(data(), migrations)).to.deep.equal(converted());
      });

      it('an older version refuses the store, changes nothing and names both ways back', async () => {
        await convert();
        const before = filesIn(data());
        const message = await refusal(openTestStore(data()));
        expect(message).to.include(`has format ${NEXT}, this Waypost supports up to ${FORMAT}: install Waypost 2.0.0`);
        expect(message).to.include(`waypost downgrade --format ${FORMAT} --data ${data()}`);
        const backup = join(data(), `backups/before-format-${NEXT}-20261122T070000Z.gz`);
        expect(message).to.include(`waypost restore ${backup} --data ${data()}`);
        expect(filesIn(data())).to.deep.equal(before);
      });

      it('the older version restores the backup, and keeps what was recorded since', async () => {
        const { backup } = (await convert()) ?? {};
        const restored = await restoreBackup({ file: join(data(), backup ?? ''), folder: data(), now, dryRun: false });
        expect(restored.entries).to.deep.equal({ before: null, after: present.entries });
        // The restore begins a new generation.
        expect(await contents(data(), table)).to.deep.equal({ ...present, entries: present.entries + 1 });
        expect(readdirSync(restored.kept ?? '')).to.include.members(['log', 'state.json', 'format.json']);
      });

      it('the version is read from the state if format.json is damaged', async () => {
        await convert();
        const path = join(data(), 'format.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace(`"version":${NEXT}`, '"version":7'));
        expect(await readVersion(data(), FORMAT)).to.equal(NEXT);
        expect((await contents(data(), migrations)).entries).to.equal(present.entries);
        expect(await readFormat(data())).to.include({ version: NEXT });
      });
    });
  }

  describe('downgrade', () => {
    const migrations = [...table, stateMigration];
    const goBack = (disk: Partial<MigrationDisk> = {}): Promise<number> =>
      downgrade({ folder: data(), to: FORMAT, now, migrations, disk: { ...realDisk, ...disk } });

    it('everything recorded before the upgrade and since is there', async () => {
      await contents(data(), table);
      const store = await openTestStore(data(), { migrations });
      await store.append([{ kind: 'gateway', v: { id: 'renamed' } }]);
      await store.close();
      expect(await goBack()).to.equal(NEXT);
      expect(await contents(data(), table)).to.deep.equal({ ...present, entries: present.entries + 1 });
      const opened = await openTestStore(data());
      expect(opened.state.gatewayId).to.equal('renamed');
      await opened.close();
    });

    it('after a kill at any step, the store is complete in the format that it has', async () => {
      await contents(data(), table);
      await contents(data(), migrations);
      const converted = filesIn(data());
      let [before, after] = [0, 0];
      for (let step = 1; ; step++) {
        rewrite(data(), converted);
        if ((await refusal(goBack(failingDisk(step, killed, true)))) === 'done') break;
        if ((await readVersion(data(), FORMAT)) === FORMAT) {
          after += 1;
          expect(await contents(data(), table), `killed at ${step}`).to.deep.equal(present);
        } else {
          before += 1;
          expect(await refusal(contents(data(), table))).to.include(`has format ${NEXT}`);
          expect((await contents(data(), migrations)).entries, `killed at ${step}`).to.equal(present.entries);
          expect(leftovers(data()), `killed at ${step}`).to.deep.equal([]);
          expect(await goBack()).to.equal(NEXT);
          expect(await contents(data(), table)).to.deep.equal(present);
        }
        expect(leftovers(data())).to.deep.equal([]);
      }
      expect(before).to.be.at.least(4);
      expect(after).to.be.at.least(4);
    });

    it('after a kill at any step, the newer version opens the store too', async () => {
      await contents(data(), table);
      await contents(data(), migrations);
      const converted = filesIn(data());
      for (let step = 1; ; step++) {
        rewrite(data(), converted);
        if ((await refusal(goBack(failingDisk(step, killed, true)))) === 'done') break;
        const { last, entries } = await contents(data(), migrations);
        expect(last, `killed at ${step}`).to.deep.equal(present.last.map((one) => one && scaled(one, 2)));
        expect(entries).to.equal(present.entries);
        expect(leftovers(data())).to.deep.equal([]);
      }
    });

    it('the present format changes nothing, and a format outside 1 to the present one is refused', async () => {
      expect(await downgrade({ folder: data(), to: FORMAT, now })).to.equal(FORMAT);
      for (const to of [0, FORMAT + 1, 1.5, NaN])
        expect(await refusal(downgrade({ folder: data(), to, now }))).to.include(`give --format 1 to ${FORMAT}`);
    });

    it('a format with another log is refused: only a backup leads back', async () => {
      await contents(data(), [...table, logMigration]);
      const before = filesIn(data());
      const message = await refusal(
        downgrade({ folder: data(), to: FORMAT, now, migrations: [...table, logMigration] }),
      );
      expect(message).to.match(/format \d has another log than format \d: restore the backup that the upgrade wrote/);
      expect(filesIn(data())).to.deep.equal(before);
    });

    it('a folder that a gateway uses is refused', async () => {
      const store = await openTestStore(data());
      expect(await refusal(goBack())).to.include('in use by another Waypost');
      await store.close();
    });
  });

  it('a log alone has version 1, and a folder without a store has the present version', async () => {
    for (const name of ['format.json', 'state.json', 'state.1.json']) rmSync(join(data(), name));
    expect(await readVersion(data(), NEXT)).to.equal(1);
    expect(await readVersion(join(folder(), 'none'), NEXT)).to.equal(NEXT);
  });
});

/** Makes the folder contain these files and no others. */
function rewrite(folder: string, files: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true });
  for (const [path, text] of files) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, Buffer.from(text.slice(text.indexOf(' ') + 1), 'latin1'));
  }
}
