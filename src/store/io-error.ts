import { errnoOf, messageOf, WaypostError } from '../errors.js';

type Explanation = { readonly what: string; readonly remedy: string };

const FULL = 'free space on it, or choose another one';
const REPLACE = 'save the data with waypost backup to another disk, and replace it';

/** The meaning of an errno of a file or a disk, and the remedy. Node has no name for EDQUOT. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  ENOSPC: { what: 'the disk is full', remedy: FULL },
  EDQUOT: { what: 'the disk is full (quota)', remedy: FULL },
  'Unknown system error -122': { what: 'the disk is full (quota, EDQUOT)', remedy: FULL },
  EROFS: {
    what: 'the disk is read-only, as a worn card becomes',
    remedy: `${REPLACE}; mount any other disk for writing`,
  },
  EIO: { what: 'the disk is failing', remedy: REPLACE },
  EFBIG: { what: 'a file of this size does not fit on this disk', remedy: 'format the disk with ext4 or exFAT' },
  ENOENT: { what: 'no such file or folder', remedy: 'check the path, or create its folder' },
  ENOTDIR: { what: 'a part of the path is a file', remedy: 'check the path' },
  EISDIR: { what: 'it is a folder', remedy: 'name a file' },
  EEXIST: { what: 'it is there already', remedy: 'choose another path' },
  EACCES: { what: 'this user may not use it', remedy: 'run the command as its owner, or choose another path' },
  EPERM: { what: 'this user may not change it', remedy: 'run the command as its owner, or choose another path' },
  ENAMETOOLONG: { what: 'the name is too long', remedy: 'choose a shorter one' },
  EINVAL: {
    what: 'its file system does not support this',
    remedy: 'choose a folder on a disk with a usual file system, such as ext4',
  },
  ENXIO: { what: 'it is not a regular file', remedy: 'choose another path' },
  ENODEV: { what: 'its disk is gone', remedy: 'attach it again' },
  ESTALE: { what: 'its disk is gone', remedy: 'mount it again' },
  EMFILE: { what: 'too many files are open', remedy: 'raise the limit of open files (LimitNOFILE=, ulimit -n)' },
};

const explanationOf = (error: unknown): Explanation | undefined => EXPLANATIONS[errnoOf(error) ?? ''];

/** Why a file call failed. */
export function describeIoError(error: unknown): string {
  const explanation = explanationOf(error);
  return explanation === undefined ? messageOf(error) : `${explanation.what}: ${messageOf(error)}`;
}

/** What to do about a failed file call; undefined for any other error. */
export const ioRemedyOf = (error: unknown): string | undefined => explanationOf(error)?.remedy;

/** The sentence about a failed file call, with `path` and the remedy; undefined for any other error. */
export function explainIoError(error: unknown, path: string | undefined = pathOf(error)): string | undefined {
  if (!isFileError(error)) return undefined;
  const place = path === undefined || path === '' ? '' : `${path}: `;
  const explanation = explanationOf(error);
  if (explanation === undefined) return `${place}${messageOf(error)}`;
  return `${place}${explanation.what}: ${explanation.remedy} (${messageOf(error)})`;
}

/** Runs what uses `path`; a failed file call rejects with a sentence that names it. */
export const explainingIo = <T>(path: string, run: () => Promise<T>): Promise<T> =>
  run().catch((error: unknown) => {
    const message = explainIoError(error, path);
    throw message === undefined ? error : new WaypostError('store_unavailable', message, { cause: error });
  });

/** An error of the system names the call that failed, and that of a connection its address. */
const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'errno' in error && 'syscall' in error && !('address' in error) && !('hostname' in error);

const pathOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;

export const isDiskFullError = (error: unknown): boolean => explanationOf(error)?.remedy === FULL;
