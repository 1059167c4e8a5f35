import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, WaypostError } from '../../errors.js';
import { replaceFile } from '../../disk/durable.js';
import { hasValidCrc, appendCrc } from '../log/entry-codec.js';
import { findSegments } from '../log/segment.js';
import { readSnapshotFiles } from './snapshot.js';

/** Which version of the format a store has, and how it came to it; sealed like a line of the log. */
export type StoreFormat = {
  readonly version: number;
  /** the Waypost that wrote it so */
  readonly by: string;
  /** the backup made before, below the data folder; null: there was nothing to migrate */
  readonly backup: string | null;
};

const FILE_NAME = 'format.json';

/** Undefined where there is none, or not as it was written. */
export async function readFormat(folder: string): Promise<StoreFormat | undefined> {
  try {
    const line = (await readFile(join(folder, FILE_NAME))).subarray(0, -1);
    return hasValidCrc(line) ? (JSON.parse(line.toString('utf8')) as StoreFormat) : undefined;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export const writeFormat = (
  folder: string,
  { version, by, backup }: StoreFormat,
  replace = replaceFile,
): Promise<void> =>
  replace(join(folder, FILE_NAME), [Buffer.from(appendCrc(JSON.stringify({ version, by, backup }).slice(0, -1)))]);

/** The version of the store in `folder`; that of the state where nothing else says it, `known` where there is no store. */
export async function readVersion(folder: string, supported: number): Promise<number> {
  const format = await readFormat(folder);
  if (format !== undefined) return format.version;
  const state = (await readSnapshotFiles(folder)).find((one) => one.state !== null)?.state;
  if (state) return state.version;
  return (await findSegments(join(folder, 'log'))).length > 0 ? 1 : supported;
}

/** Throws where a newer Waypost wrote the store, with the ways out; only looks. */
export async function assertSupported(folder: string, supported: number): Promise<void> {
  const version = await readVersion(folder, supported);
  if (version <= supported) return;
  const { by = '', backup = null } = (await readFormat(folder)) ?? {};
  const newer = by === '' ? 'a newer Waypost' : `Waypost ${by} or later`;
  const back = backup === null ? 'FILE, of a backup that this one wrote' : join(folder, backup);
  throw new WaypostError(
    'conflict',
    `the store in ${folder} has format ${version}, this Waypost reads up to ${supported}: install ${newer}, ` +
      `or go back to what was before with: waypost restore ${back}`,
  );
}
