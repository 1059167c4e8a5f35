import { errnoOf, messageOf } from '../errors.js';

/** Readable text for an errno. Node has no name for EDQUOT. */
const ERRNO_MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full (quota)',
  'Unknown system error -122': 'the disk is full (quota, EDQUOT)',
  EROFS: 'the disk is read-only',
  EIO: 'the disk is failing',
};

/** Why a file call failed. */
export function describeIoError(error: unknown): string {
  const meaning = ERRNO_MEANINGS[errnoOf(error) ?? ''];
  return meaning === undefined ? messageOf(error) : `${meaning}: ${messageOf(error)}`;
}

const FULL = ['ENOSPC', 'EDQUOT', 'Unknown system error -122'];

export const isDiskFullError = (error: unknown): boolean => FULL.includes(errnoOf(error) ?? '');
