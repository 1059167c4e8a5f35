import { basename } from 'node:path';
import { replaceFile } from './durable.js';
import type { Damage } from './scan.js';

/** What the names of things set aside at `now` (ISO 8601) end with. */
export const corruptSuffix = (now: string): string => `corrupt-${now.replaceAll(':', '')}`;

/**
 * Says in words what can not be read, and keeps it beside its file, as `<file>.<suffix>`. A disk that does not take it
 * does not keep what is good from being used. Without a suffix nothing is kept: somebody only looks.
 */
export async function setAside(
  path: string,
  bytes: Buffer,
  damages: readonly Damage[],
  suffix: string | undefined,
): Promise<string[]> {
  if (damages.length === 0) return [];
  const hurt = damages.map(({ offset, length }) => bytes.subarray(offset, offset + length));
  const kept = suffix === undefined ? '' : await keep(`${path}.${suffix}`, hurt);
  return damages.map(
    ({ offset, length }) => `${basename(path)}: bytes ${offset} to ${offset + length - 1} are damaged${kept}`,
  );
}

const keep = (aside: string, hurt: readonly Buffer[]): Promise<string> =>
  replaceFile(aside, hurt).then(
    () => `, kept in ${basename(aside)}`,
    () => ', and could not be kept aside',
  );
