import { access, chmod, constants, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { errnoOf, messageOf, WaypostError } from '../errors.js';
import type { Logger } from '../logger.js';
import type { GatewayMessage } from '../messages/message.js';
import { explainedIo, ioProblemOf } from './io-error.js';

/** Runs what opens a data folder; an error explains why this user cannot use the folder, if that is the reason. */
export async function explainingAccess<T>(folder: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw explainAccess(folder, error);
  }
}

/** Returns an error that has another reason as it is. */
function explainAccess(folder: string, error: unknown): unknown {
  const errno = errnoOf(error);
  if (errno === 'EACCES' || errno === 'EPERM') {
    const user = userName();
    return new WaypostError(
      'store_unavailable',
      `the data folder ${folder} cannot be used by the user ${user} (${messageOf(error)}): give it to that user ` +
        `(sudo chown -R ${user} ${folder}), or choose another folder with --data`,
      { cause: error },
    );
  }
  if (errno === 'ENOTDIR' || errno === 'EEXIST') {
    return new WaypostError(
      'store_unavailable',
      `the data folder ${folder} cannot be used (${messageOf(error)}): a part of its path is a file, choose another folder with --data`,
      { cause: error },
    );
  }
  return explainedIo(error, folder, 'folder');
}

/** The number of a user that has no name, as in a container. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'of this process');
  }
}

/** A folder that existed before, such as one of a package or a copy, may be open to others. */
export async function closeToOthers({
  folder,
  logger,
}: {
  readonly folder: string;
  readonly logger: Logger;
}): Promise<void> {
  for (const path of [folder, join(folder, 'log'), join(folder, 'keys.json'), join(folder, 'tls-key.pem')]) {
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || (stats.mode & 0o077) === 0) continue;
    const mode = stats.isDirectory() ? 0o700 : 0o600;
    const isDone = await chmod(path, mode).then(
      () => true,
      () => false,
    );
    if (path !== folder || !isDone)
      logger.warn({ path, mode: (stats.mode & 0o777).toString(8), isDone }, 'data was open to other users');
  }
}

/** Throws if the user cannot write there; a read-only disk can still be read: then it returns why. */
export async function assertWritable(folder: string): Promise<GatewayMessage | undefined> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    if (errnoOf(error) !== 'EROFS') throw error;
    return ioProblemOf(error);
  }
}
