import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { diskSpaceOf } from '../../disk/space.js';
import { isDiskFull } from '../../domain/disk-space.js';
import { errnoOf, messageOf } from '../../errors.js';
import { ARCHIVE_NAME, createMapArchives } from '../../services/system/map-archive.js';
import { createPreviousStores, MAX_PREVIOUS_STORES, measureFormatBackups } from '../../store/backup/previous-stores.js';
import { describeIoError, ioRemedyOf } from '../../store/io-error.js';
import { lockHolder } from '../../store/lock.js';
import { counted } from '../terminal/output.js';
import { assertNoPreviousData } from '../data/data-folder.js';
import { fault, ok, warning, type CheckFinding } from './finding.js';

const LOW_FREE_BYTES = 512 * 1_048_576;
const MAX_BACKUP_AGE_DAYS = 7;
const DAY_MS = 86_400_000;

/** Checks access, owner, free space, lock holder, backup and map archive of the data folder. `now`: ms since 1970. */
export async function checkData(folder: string, now: number): Promise<CheckFinding[]> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    const previous = await assertNoPreviousData(folder).catch(messageOf);
    if (previous !== undefined) return [fault('data', `data folder ${folder} not found`, previous)];
    return [fault('data', `data folder ${folder} not found`, 'name it with --data; the first start creates one')];
  }
  return [
    await checkOwner(folder, found.uid),
    ...checkPlace(folder),
    checkSpace(folder),
    await checkHolder(folder),
    ...(await checkBackup(folder, now)),
    ...checkPreviousStores(folder),
    ...checkFormatBackups(folder),
    ...(await checkMap(folder)),
  ];
}

async function checkOwner(folder: string, uid: number): Promise<CheckFinding> {
  for (const name of ['log', 'state.json', 'keys.json']) {
    const other = await stat(join(folder, name)).catch(() => undefined);
    if (other !== undefined && other.uid !== uid) {
      const what = `${join(folder, name)} and ${folder} have different owners`;
      return fault('data', what, `sudo chown --recursive --reference=${folder} ${folder}`);
    }
  }
  const error = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return ok('data', `${folder} is writable`);
  const errno = errnoOf(error);
  if (errno === 'EACCES' || errno === 'EPERM') {
    const remedy = "run this command as the gateway's user: sudo -u waypost waypost …";
    return fault('data', `this user cannot write to ${folder}`, remedy);
  }
  return fault('data', `${folder}: ${describeIoError(error)}`, ioRemedyOf(error) ?? 'check the disk');
}

/** `--data` may name such a folder. */
function checkPlace(folder: string): CheckFinding[] {
  const path = resolve(folder);
  if (!path.split(sep).includes('node_modules')) return [];
  const remedy = 'stop the gateway, move the folder, and name the new place with --data';
  return [warning('data', `${path} is in a folder of npm, which deletes it with the next update`, remedy)];
}

function checkSpace(folder: string): CheckFinding {
  const space = diskSpaceOf(folder);
  const { freeBytes } = space;
  const what = `${Math.round(freeBytes / 1e6)} MB free`;
  const remedy = 'free disk space, or lower the limits in store.retention';
  if (isDiskFull(space)) return fault('data', what, remedy);
  return freeBytes < LOW_FREE_BYTES ? warning('data', what, remedy) : ok('data', what);
}

async function checkHolder(folder: string): Promise<CheckFinding> {
  const holder = await lockHolder(folder);
  return ok('data', holder === null ? 'no gateway uses it' : `used by a running gateway: ${holder.text}`);
}

/** Sees only the backups in the data folder, not those written elsewhere. */
async function checkBackup(folder: string, now: number): Promise<CheckFinding[]> {
  const newest = Math.max(...(await modificationTimes(join(folder, 'backups'))));
  const oldest = Math.min(...(await modificationTimes(join(folder, 'log'))));
  const old = now - MAX_BACKUP_AGE_DAYS * DAY_MS;
  const what = Number.isFinite(newest)
    ? `last backup in ${join(folder, 'backups')}: ${new Date(newest).toISOString()}`
    : `no backup in ${join(folder, 'backups')}`;
  // A log younger than that needs no backup yet.
  if (oldest > old || newest > old) return [ok('data', what)];
  return [warning('data', what, 'run waypost backup FILE, and keep the file on another machine')];
}

/** The stores that restores replaced. */
export function checkPreviousStores(folder: string): CheckFinding[] {
  const { count, bytes } = createPreviousStores(folder)();
  if (count === 0) return [];
  const where = join(folder, 'before-restore-*');
  const what = `${where}: ${counted(count, 'store')} that a restore replaced, ${Math.ceil(bytes / 1e6)} MB`;
  if (count <= MAX_PREVIOUS_STORES) return [ok('data', `${what}; once you do not need them: sudo rm -r ${where}`)];
  return [warning('data', `${what}; only ${MAX_PREVIOUS_STORES} are kept`, `sudo rm -r the oldest of ${where}`)];
}

export function checkFormatBackups(folder: string): CheckFinding[] {
  const { count, bytes } = measureFormatBackups(folder);
  if (count === 0) return [];
  const where = join(folder, 'backups', 'before-format-*');
  const what = `${where}: ${counted(count, 'backup')} from before a new format, ${Math.ceil(bytes / 1e6)} MB`;
  if (count <= MAX_PREVIOUS_STORES) return [ok('data', `${what}; once you do not need them: sudo rm ${where}`)];
  return [warning('data', `${what}; only ${MAX_PREVIOUS_STORES} are kept`, `sudo rm the oldest of ${where}`)];
}

/** Modification times of the files in a folder, ms since 1970. */
async function modificationTimes(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return found.flatMap((file) => (file === undefined ? [] : [file.mtimeMs]));
}

/** The archive of map tiles in a data folder, if there is one. The map shows trackers without it, too. */
export async function checkMap(folder: string): Promise<CheckFinding[]> {
  const path = join(folder, ARCHIVE_NAME);
  const archive = await createMapArchives(path).inspect();
  if (archive === null) return [];
  const { fault, tiles, bytes } = archive;
  if (fault !== null) return [warning('data', `map archive not used: ${fault.what}`, fault.remedy)];
  const zooms = tiles === null ? '' : `: ${tiles.kind} tiles, zoom levels ${tiles.minZoom} to ${tiles.maxZoom}`;
  return [ok('data', `map archive ${path}, ${Math.ceil(bytes / 1e6)} MB${zooms}`)];
}
