import { basename } from 'node:path';
import { replaceFile } from '../../disk/durable.js';
import type { Damage } from './scan.js';

/** What the names of things set aside at `now` (ISO 8601) end with. */
export const corruptSuffix = (now: string): string => `corrupt-${now.replaceAll(':', '')}`;

/**
 * Says in words what can not be read, and keeps it beside its file, as `<file>.<suffix>`. A disk that does not take it
 * does not keep what is good from being used. Without a suffix nothing is kept: somebody only looks.
 */
export async function saveCorruptBytes(
  path: string,
  bytes: Buffer,
  damages: readonly Damage[],
  suffix: string | undefined,
): Promise<string[]> {
  if (damages.length === 0) return [];
  const damaged = damages.map(({ offset, length }) => bytes.subarray(offset, offset + length));
  const saved = suffix === undefined ? '' : await save(`${path}.${suffix}`, damaged);
  return damages.map(
    ({ offset, length }) => `${basename(path)}: bytes ${offset} to ${offset + length - 1} are damaged${saved}`,
  );
}

const save = (file: string, damaged: readonly Buffer[]): Promise<string> =>
  replaceFile(file, damaged).then(
    () => `, kept in ${basename(file)}`,
    () => ', and could not be kept aside',
  );
