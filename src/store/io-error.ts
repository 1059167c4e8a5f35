import { errnoOf, messageOf } from '../errors.js';

/** What a person makes of an errno; Node has no name for EDQUOT. */
const ERRNO_MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full, by its quota',
  'Unknown system error -122': 'the disk is full, by its quota (EDQUOT)',
  EROFS: 'the disk is read-only',
  EIO: 'the disk fails',
};

/** Why a file call failed, in words. */
export function describeIoError(error: unknown): string {
  const meaning = ERRNO_MEANINGS[errnoOf(error) ?? ''];
  return meaning === undefined ? messageOf(error) : `${meaning}: ${messageOf(error)}`;
}
