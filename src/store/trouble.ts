import { errnoOf, messageOf } from '../errors.js';

/** What a person makes of an errno; Node has no name for EDQUOT. */
const meanings: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full, by its quota',
  'Unknown system error -122': 'the disk is full, by its quota (EDQUOT)',
  EROFS: 'the disk is read-only',
  EIO: 'the disk fails',
};

/** Why a file call failed, in words. */
export function troubleOf(error: unknown): string {
  const meaning = meanings[errnoOf(error) ?? ''];
  return meaning === undefined ? messageOf(error) : `${meaning}: ${messageOf(error)}`;
}
