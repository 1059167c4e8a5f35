import { stat } from 'node:fs/promises';
import { Option } from 'commander';
import { WaypostError } from '../../errors.js';
import { defaultDataFolder } from '../../config.js';

/** The option of every command that works on a data folder. */
export const dataOption = (): Option =>
  new Option('--data <folder>', 'the data folder').env('WAYPOST_DATA').default(defaultDataFolder());

/** Throws where there is no data folder: a command that reads one must not make it. */
export async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new WaypostError('not_found', `there is no data folder ${folder}: name it with --data`);
}
