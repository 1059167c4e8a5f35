import { stat } from 'node:fs/promises';
import { Option } from 'commander';
import { WaypostError } from '../../errors.js';
import { defaultDataFolder } from '../../config.js';

/** The `--data` option of all commands that use a data folder. */
export const dataOption = (): Option =>
  new Option('--data <folder>', 'data folder').env('WAYPOST_DATA').default(defaultDataFolder());

/** Throws if the data folder does not exist: a command that only reads must not create it. */
export async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new WaypostError('not_found', `data folder ${folder} not found: name it with --data`);
}
