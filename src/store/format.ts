import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, WaypostError } from '../errors.js';
import { replaceFile } from './durable.js';
import { isWhole, sealLine } from './line.js';
import { findSegments } from './segment.js';
import { readGenerations } from './snapshot.js';

/** Which version of the format a store has, and how it came to it; sealed like a line of the log. */
export type Format = {
  readonly version: number;
  /** the Waypost that wrote it so */
  readonly by: string;
  /** the backup made before, below the data folder; null: there was nothing to migrate */
  readonly backup: string | null;
};

const NAME = 'format.json';

/** Undefined where there is none, or not as it was written. */
export async function readFormat(folder: string): Promise<Format | undefined> {
  try {
    const line = (await readFile(join(folder, NAME))).subarray(0, -1);
    return isWhole(line) ? (JSON.parse(line.toString('utf8')) as Format) : undefined;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export const writeFormat = (folder: string, { version, by, backup }: Format, replace = replaceFile): Promise<void> =>
  replace(join(folder, NAME), [Buffer.from(sealLine(JSON.stringify({ version, by, backup }).slice(0, -1)))]);

/** The version of the store in `folder`; that of the state where nothing else says it, `known` where there is no store. */
export async function versionOf(folder: string, known: number): Promise<number> {
  const format = await readFormat(folder);
  if (format !== undefined) return format.version;
  const state = (await readGenerations(folder)).find((one) => one.state !== null)?.state;
  if (state) return state.version;
  return (await findSegments(join(folder, 'log'))).length > 0 ? 1 : known;
}

/** Throws where a newer Waypost wrote the store, with the ways out; only looks. */
export async function demandKnown(folder: string, known: number): Promise<void> {
  const version = await versionOf(folder, known);
  if (version <= known) return;
  const { by = '', backup = null } = (await readFormat(folder)) ?? {};
  const newer = by === '' ? 'a newer Waypost' : `Waypost ${by} or later`;
  const back = backup === null ? 'FILE, of a backup that this one wrote' : join(folder, backup);
  throw new WaypostError(
    'conflict',
    `the store in ${folder} has format ${version}, this Waypost reads up to ${known}: install ${newer}, ` +
      `or go back to what was before with: waypost restore ${back}`,
  );
}
