import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WaypostError } from '../../errors.js';
import { lockHolder } from '../../store/lock.js';
import { assertFolder } from './data-folder.js';

/** Throws if this is not a data folder of this user's gateway: opening it as a store would turn it into one. */
export async function assertStore(folder: string): Promise<void> {
  await assertFolder(folder);
  await assertOwner(folder);
  await assertLog(folder);
}

/** Throws if this is not a data folder. */
export async function assertLog(folder: string): Promise<void> {
  await assertFolder(folder);
  await stat(join(folder, 'log')).catch(() => {
    throw new WaypostError('not_found', `${folder} is not a data folder of a gateway: name one with --data`);
  });
}

/** Throws if the folder belongs to a user other than `uid`, who could not read the files written here. */
export async function assertOwner(folder: string, uid = process.getuid?.()): Promise<void> {
  const found = await stat(folder);
  if (uid === undefined || found.uid === uid) return;
  throw new WaypostError(
    'conflict',
    `${folder} belongs to another user; that user's gateway could not read files written here: run this command with ` +
      `sudo -u '#${found.uid}' waypost …`,
  );
}

/** Throws if a running gateway uses the folder. */
export async function assertStopped(folder: string): Promise<void> {
  const holder = await lockHolder(folder);
  if (holder === null) return;
  throw new WaypostError(
    'conflict',
    `a running gateway uses ${folder} (${holder.text}): stop it first (sudo systemctl stop waypost), or omit --data ` +
      'to use its API',
  );
}
