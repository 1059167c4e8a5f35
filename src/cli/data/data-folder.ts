import { stat } from 'node:fs/promises';
import { Option } from 'commander';
import { WaypostError } from '../../errors.js';
import { dataFolders } from '../../data-folder.js';
import { foldersWithData } from '../../store/previous-data.js';

/** The `--data` option of all commands that use a data folder. */
export const dataOption = (): Option =>
  new Option('--data <folder>', 'data folder').env('WAYPOST_DATA').default(dataFolders().usual);

/** Throws if the data folder does not exist: a command that only reads must not create it. */
export async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  await assertNoPreviousData(folder);
  throw new WaypostError('not_found', `data folder ${folder} not found: name it with --data`);
}

/** Throws if `folder` is the usual one, and the data that belong there are still where an earlier version kept them. */
export async function assertNoPreviousData(folder: string): Promise<void> {
  const { usual, previous } = dataFolders();
  if (folder !== usual) return;
  const [first] = await foldersWithData(previous);
  if (first === undefined) return;
  throw new WaypostError(
    'conflict',
    `the data are in ${first}, where an earlier version kept them: start the gateway, which moves them to ${folder}, or ` +
      `name the folder with --data ${first}`,
  );
}
