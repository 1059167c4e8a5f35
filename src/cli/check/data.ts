import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskSpaceOf } from '../../disk/space.js';
import { lockHolder } from '../../store/lock.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';
import { checkMap } from './map.js';

/** bytes; with less the gateway may not finish what it writes beside the log */
const MIN_FREE_BYTES = 64 * 1_048_576;
const LOW_FREE_BYTES = 512 * 1_048_576;
const MAX_BACKUP_AGE_DAYS = 7;
const DAY_MS = 86_400_000;

/** The data folder: may it be written, by whom, is there room, who has it, and is there a backup? `now`: ms since 1970. */
export async function checkData(folder: string, now: number): Promise<CheckFinding[]> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    return [fault('data', `there is no data folder ${folder}`, 'name it with --data; the first start makes one')];
  }
  return [
    await checkOwner(folder, found.uid),
    checkSpace(folder),
    await checkHolder(folder),
    ...(await checkBackup(folder, now)),
    ...(await checkMap(folder)),
  ];
}

async function checkOwner(folder: string, uid: number): Promise<CheckFinding> {
  for (const name of ['log', 'state.json', 'keys.json']) {
    const other = await stat(join(folder, name)).catch(() => undefined);
    if (other !== undefined && other.uid !== uid) {
      const what = `${join(folder, name)} belongs to another user than ${folder}`;
      return fault('data', what, `sudo chown --recursive --reference=${folder} ${folder}`);
    }
  }
  const may = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return may
    ? ok('data', `${folder} can be written`)
    : fault(
        'data',
        `this user can not write ${folder}`,
        'run it as the user of the gateway: sudo -u waypost waypost …',
      );
}

function checkSpace(folder: string): CheckFinding {
  const { freeBytes } = diskSpaceOf(folder);
  const what = `${Math.round(freeBytes / 1e6)} MB are free`;
  const remedy = 'make room, or keep less: store.retention';
  if (freeBytes < MIN_FREE_BYTES) return fault('data', what, remedy);
  return freeBytes < LOW_FREE_BYTES ? warning('data', what, remedy) : ok('data', what);
}

async function checkHolder(folder: string): Promise<CheckFinding> {
  const holder = await lockHolder(folder);
  return ok('data', holder === null ? 'no gateway is running on it' : `a gateway is running on it: ${holder.text}`);
}

/** Of those in its own folder; what was written elsewhere nobody knows of. */
async function checkBackup(folder: string, now: number): Promise<CheckFinding[]> {
  const newest = Math.max(...(await modificationTimes(join(folder, 'backups'))));
  const oldest = Math.min(...(await modificationTimes(join(folder, 'log'))));
  const old = now - MAX_BACKUP_AGE_DAYS * DAY_MS;
  const what = Number.isFinite(newest)
    ? `the last backup in ${join(folder, 'backups')} is of ${new Date(newest).toISOString()}`
    : `there is no backup in ${join(folder, 'backups')}`;
  // Of what is younger there was nothing to lose yet.
  if (oldest > old || newest > old) return [ok('data', what)];
  return [warning('data', what, 'waypost backup FILE, and keep it on another machine')];
}

/** When the files in a folder were last written, ms since 1970. */
async function modificationTimes(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return found.flatMap((file) => (file === undefined ? [] : [file.mtimeMs]));
}
