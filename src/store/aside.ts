import { basename } from 'node:path';
import { replaceFile } from './durable.js';
import type { Damage } from './scan.js';

/**
 * Keeps what can not be read beside its file, as `<file>.corrupt-<time>`, and says so in words. A disk that does not
 * take it does not keep what is good from being used.
 */
export async function setAside(
  path: string,
  bytes: Buffer,
  damages: readonly Damage[],
  suffix: string,
): Promise<string[]> {
  if (damages.length === 0) return [];
  const aside = `${path}.${suffix}`;
  const kept = await replaceFile(
    aside,
    damages.map(({ offset, length }) => bytes.subarray(offset, offset + length)),
  ).then(
    () => `kept in ${basename(aside)}`,
    () => 'and could not be kept aside',
  );
  return damages.map(
    ({ offset, length }) => `${basename(path)}: bytes ${offset} to ${offset + length - 1} are damaged, ${kept}`,
  );
}
