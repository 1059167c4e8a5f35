import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp as copy, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { silentLogger } from '../../../src/logger.js';
import type { RestoreView } from '../../../src/schema/system/restore.js';
import { writeBackup } from '../../../src/store/backup/backup.js';
import { prepareRestore } from '../../../src/store/backup/restore.js';
import {
  applyStagedRestore,
  cancelStagedRestore,
  readStagedRestore,
  stageRestore,
} from '../../../src/store/backup/staged-restore.js';
import { createAuthentication } from '../../../src/services/accounts/authentication.js';
import { useFolder } from '../../support/store/folder.js';
import { deviceOf } from '../../support/store/records.js';
import { openTestStore } from '../../support/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { tagOfPicture } from '../../../src/store/backup/yard-files.js';
import { pngOf } from '../../support/map/png.js';
import { createTestTime } from '../../support/time/test-time.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';

const now = '2026-11-21T08:00:00.000Z';
const WORK = 'restoring-staged';
const PREVIOUS = 'before-restore-2026-11-21T080000.000Z';
const none = { added: 0, removed: 0, changed: 0 };
const view: RestoreView = {
  state: 'staged',
  made: now,
  entries: { before: 1, after: 1 },
  devices: none,
  users: none,
  losses: [],
  receivers: [],
  by: 'admin',
  staged: now,
  finished: null,
  kept: null,
  error: null,
};

const readText = (path: string): Promise<string> => readFile(path, 'utf8');

describe('a backup that waits for the next start', () => {
  const folder = useFolder();
  const at = (...names: string[]): string => join(folder(), ...names);
  const data = (...names: string[]): string => at('data', ...names);
  const apply = (): Promise<void> => applyStagedRestore({ folder: data(), now, logger: silentLogger });

  async function devicesOf(path: string): Promise<string[]> {
    const store = await openTestStore(path);
    const ids = [...store.state.devices.keys()];
    expect(store.status()).to.deep.include({ writable: true, losses: [] });
    await store.close();
    return ids;
  }

  async function addDevice(path: string, id: string): Promise<void> {
    const store = await openTestStore(path);
    const clock = createTestClock();
    if (store.state.users.size === 0)
      await createAuthentication({ store, time: createTestTime(clock) }).initialize(TEST_KEY);
    await store.append([{ kind: 'device', v: deviceOf(id) }]);
    await store.close();
  }

  /** A store with the devices `old` and `new`, and a backup that has only `old`. */
  async function stage(): Promise<void> {
    await addDevice(data(), 'old');
    await writeBackup({ folder: data(), file: at('backup.gz'), made: now });
    await addDevice(data(), 'new');
    await stageRestore(data(), at('backup.gz'), view);
  }

  it('it is restored at the next start, once, and the previous store is kept', async () => {
    await stage();
    expect(await devicesOf(data())).to.deep.equal(['old', 'new']);
    await apply();
    expect(await devicesOf(data())).to.deep.equal(['old']);
    expect(await devicesOf(data(PREVIOUS))).to.deep.equal(['old', 'new']);
    expect(await readStagedRestore(data())).to.deep.equal({ ...view, state: 'done', finished: now, kept: PREVIOUS });
    await addDevice(data(), 'newest');
    await apply();
    expect(await devicesOf(data())).to.deep.equal(['old', 'newest']);
    expect(existsSync(data('files/restore/backup'))).to.equal(false);
  });

  it('it can be canceled', async () => {
    await stage();
    await cancelStagedRestore(data());
    await apply();
    expect(await devicesOf(data())).to.deep.equal(['old', 'new']);
    expect(await readStagedRestore(data())).to.equal(null);
  });

  it('a backup that was damaged since leaves the store as it is, and the reason can be read', async () => {
    await stage();
    writeFileSync(data('files/restore/backup'), 'damaged');
    await apply();
    expect(await devicesOf(data())).to.deep.equal(['old', 'new']);
    const read = await readStagedRestore(data());
    expect(read).to.include({ state: 'failed', finished: now, kept: null });
    expect(read?.error).to.match(/^the backup cannot be restored: /);
  });

  it('a restore for which the disk has too little space leaves the store as it is', async () => {
    await stage();
    const diskSpace = () => ({ freeBytes: 1_073_741_824 + 1_000, totalBytes: 4_000_000_000 });
    await applyStagedRestore({ folder: data(), now, logger: silentLogger, diskSpace });
    expect(await devicesOf(data())).to.deep.equal(['old', 'new']);
    expect((await readStagedRestore(data()))?.error).to.match(/the disk has too little free space for its content$/);
  });

  it('a restore that was interrupted three times is given up', async () => {
    await stage();
    const path = data('files/restore/restore.json');
    writeFileSync(path, JSON.stringify({ attempts: 3, view }));
    await apply();
    expect(await devicesOf(data())).to.deep.equal(['old', 'new']);
    expect((await readStagedRestore(data()))?.error).to.match(/^the restore was interrupted 3 times/);
  });

  it('a replacement that was interrupted after any step is completed at the next start', async () => {
    await stage();
    const file = data('files/restore/backup');
    await prepareRestore({ file, folder: data(), now, dryRun: false, requireGateway: true, work: WORK });
    const marker = { incoming: WORK, previous: PREVIOUS, staged: true };
    const leaving = readdirSync(data()).filter((name) => /^(?:log|state\.|format\.json)/.test(name));
    expect(leaving).to.include.members(['log', 'format.json']);
    const arriving = readdirSync(data(WORK)).filter((name) => /^(?:log|state\.|format\.json)/.test(name));
    const steps = leaving.length + arriving.length;
    for (let done = 0; done <= steps; done += 1) {
      const copied = at(`copy-${done}`);
      await copy(data(), copied, { recursive: true });
      mkdirSync(join(copied, PREVIOUS));
      const phase = done < leaving.length ? 'leaving' : 'arriving';
      writeFileSync(join(copied, 'swapping.json'), JSON.stringify({ phase, ...marker }));
      for (const name of leaving.slice(0, done)) renameSync(join(copied, name), join(copied, PREVIOUS, name));
      for (const name of arriving.slice(0, Math.max(0, done - leaving.length)))
        renameSync(join(copied, WORK, name), join(copied, name));
      await expectCompleted(copied, `after ${done} of ${steps}`);
    }
    const left = at('all-left');
    await copy(data(), left, { recursive: true });
    mkdirSync(join(left, PREVIOUS));
    writeFileSync(join(left, 'swapping.json'), JSON.stringify({ phase: 'leaving', ...marker }));
    for (const name of leaving) renameSync(join(left, name), join(left, PREVIOUS, name));
    await expectCompleted(left, 'before the second marker');
  });

  async function expectCompleted(folder: string, when: string): Promise<void> {
    await applyStagedRestore({ folder, now, logger: silentLogger });
    expect(await devicesOf(folder), when).to.deep.equal(['old']);
    expect(await devicesOf(join(folder, PREVIOUS)), when).to.deep.equal(['old', 'new']);
    expect(await readStagedRestore(folder), when).to.include({ state: 'done', kept: PREVIOUS });
    expect(existsSync(join(folder, 'swapping.json')), when).to.equal(false);
    expect(existsSync(join(folder, WORK)), when).to.equal(false);
  }

  it('a restore that was interrupted before the replacement began is carried out at the next start', async () => {
    await stage();
    writeFileSync(data('files/restore/restore.json'), JSON.stringify({ attempts: 1, view }));
    mkdirSync(data(WORK, 'log'), { recursive: true });
    writeFileSync(data(WORK, 'state.json'), 'incomplete');
    await expectCompleted(data(), 'after an incomplete unpacking');
  });

  it('a replacement that was interrupted after its result was stored is forgotten at the next start', async () => {
    await stage();
    await apply();
    for (const leftovers of [['swapping.json', WORK], ['swapping.json']]) {
      const marker = { phase: 'arriving', incoming: WORK, previous: PREVIOUS, staged: true };
      // The folder that was unpacked is removed before the marker.
      mkdirSync(data(WORK));
      if (!leftovers.includes(WORK)) rmSync(data(WORK), { recursive: true });
      writeFileSync(data('swapping.json'), JSON.stringify(marker));
      await expectCompleted(data(), leftovers.join());
    }
  });

  it('an interrupted waypost restore is completed by the start of the gateway', async () => {
    await stage();
    const file = at('cli.gz');
    await writeBackup({ folder: data(), file, made: now });
    await cancelStagedRestore(data());
    await prepareRestore({ file, folder: data(), now, dryRun: false, work: WORK });
    const marker = { phase: 'leaving', incoming: WORK, previous: PREVIOUS, staged: false };
    writeFileSync(data('swapping.json'), JSON.stringify(marker));
    await apply();
    expect(await devicesOf(data())).to.deep.equal(['old', 'new']);
    expect(existsSync(data(PREVIOUS, 'log'))).to.equal(true);
    expect(await readStagedRestore(data())).to.equal(null);
    expect(readdirSync(data())).not.to.include.members(['swapping.json']);
  });

  it('the picture of the yard is in a backup, and returns with it', async () => {
    const picture = pngOf([0, 90, 0]);
    const tag = tagOfPicture(picture);
    const own = { type: 'image/png', width: 256, height: 256, bytes: picture.length, tag, place: null };
    const yard = JSON.stringify({ file: `picture-${tag}`, yard: own });
    mkdirSync(data('files/yard'), { recursive: true });
    writeFileSync(data('files/yard/yard.json'), yard);
    writeFileSync(data(`files/yard/picture-${tag}`), picture);
    await stage();
    writeFileSync(data('files/yard/yard.json'), '{}');
    await apply();
    expect(readdirSync(data('files/yard'))).to.have.members(['yard.json', `picture-${tag}`]);
    expect(await readText(data('files/yard/yard.json'))).to.equal(yard);
    expect(await readText(data(PREVIOUS, 'files/yard/yard.json'))).to.equal('{}');
  });
});
