import { userInfo } from 'node:os';
import { errnoOf, messageOf, WaypostError } from '../errors.js';

/** Explains an error from opening a data folder that this user cannot use; returns any other error as it is. */
export function explainAccess(folder: string, error: unknown): unknown {
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
  return error;
}

/** The number of a user that has no name, as in a container. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'of this process');
  }
}
