import { join } from 'node:path';
import { replaceFile } from '../../disk/durable.js';
import { readRegularFile } from '../../disk/regular-file.js';
import { MAX_STATE_FILE_BYTES } from '../../domain/bounds.js';
import { errnoOf, WaypostError } from '../../errors.js';
import { fieldsOf, nullOr, textForm, wholeForm } from '../../schema/stored/form.js';
import { appendCrc, hasValidCrc } from '../log/entry-codec.js';
import { findSegments } from '../log/segment.js';
import { readSnapshotFiles, StateTooLarge } from './snapshot.js';

/** The version of a store's format and where it comes from; ends with a CRC like a line of the log. */
export type StoreFormat = {
  readonly version: number;
  /** the Waypost that wrote this version; empty: unknown */
  readonly by: string;
  /** the backup written before the migration, below the data folder; null: none */
  readonly backup: string | null;
};

const FILE_NAME = 'format.json';
const FORMAT_FORM = fieldsOf({ version: wholeForm, by: textForm, backup: nullOr(textForm) });

/** Undefined if the file is missing or damaged. */
export async function readFormat(folder: string): Promise<StoreFormat | undefined> {
  try {
    const line = (await readRegularFile(join(folder, FILE_NAME))).subarray(0, -1);
    const format: unknown = hasValidCrc(line) ? JSON.parse(line.toString('utf8')) : undefined;
    return FORMAT_FORM(format) === undefined ? (format as StoreFormat) : undefined;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTREG') return undefined;
    throw error;
  }
}

export const writeFormat = (
  folder: string,
  { version, by, backup }: StoreFormat,
  replace = replaceFile,
): Promise<void> => replace(join(folder, FILE_NAME), [appendCrc(JSON.stringify({ version, by, backup }).slice(0, -1))]);

/** The version of the store in `folder`: by format.json, else by the state, else 1; `supported` if there is no store. */
export async function readVersion(folder: string, supported: number): Promise<number> {
  const format = await readFormat(folder);
  if (format !== undefined) return format.version;
  const files = await readSnapshotFiles(folder, MAX_STATE_FILE_BYTES).catch((error: unknown) => {
    if (error instanceof StateTooLarge) return [];
    throw error;
  });
  const state = files.find((one) => one.state !== null)?.state;
  if (state) return state.version;
  return (await findSegments(join(folder, 'log'))).length > 0 ? 1 : supported;
}

/** Throws if a newer Waypost wrote the store; changes nothing. */
export async function assertSupported(folder: string, supported: number): Promise<void> {
  const version = await readVersion(folder, supported);
  if (version <= supported) return;
  const { by = '', backup = null } = (await readFormat(folder)) ?? {};
  const newer = by === '' ? 'a newer Waypost' : `Waypost ${by} or later`;
  const file = backup === null ? 'FILE with a backup that this version wrote' : join(folder, backup);
  throw new WaypostError(
    'conflict',
    `${folder}: the store has format ${version}, this Waypost supports up to ${supported}: install ${newer}. To stay with ` +
      `this version, run with the newer one: waypost downgrade --format ${supported} --data ${folder}; or, losing what ` +
      `was recorded since the upgrade, run with this one: waypost restore ${file} --data ${folder}`,
  );
}
