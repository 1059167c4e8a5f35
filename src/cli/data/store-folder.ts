import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WaypostError } from '../../errors.js';
import { lockHolder } from '../../store/lock.js';
import { assertFolder } from './data-folder.js';

/** Throws where the folder is not the data folder of this user's gateway: opened as a store, any other would become one. */
export async function assertStore(folder: string): Promise<void> {
  await assertFolder(folder);
  await assertOwner(folder);
  await stat(join(folder, 'log')).catch(() => {
    throw new WaypostError('not_found', `${folder} is not the data folder of a gateway: name that with --data`);
  });
}

/** Throws where the folder is another user's (`uid`: this one's): what would be written there, he could not read. */
export async function assertOwner(folder: string, uid = process.getuid?.()): Promise<void> {
  const found = await stat(folder);
  if (uid === undefined || found.uid === uid) return;
  throw new WaypostError(
    'conflict',
    `${folder} belongs to another user, and a gateway of his could not read what this one writes: ` +
      `sudo -u '#${found.uid}' waypost …`,
  );
}

/** Throws where a gateway runs on the folder. */
export async function assertStopped(folder: string): Promise<void> {
  const holder = await lockHolder(folder);
  if (holder === null) return;
  throw new WaypostError(
    'conflict',
    `a gateway is running on ${folder} (${holder.text}): stop it first (sudo systemctl stop waypost), or leave --data ` +
      'out to ask it over its API',
  );
}
