import { existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from './package.js';

export type DataFolders = {
  /** used if nothing names another one */
  readonly usual: string;
  /** where earlier versions kept the data of this installation: npm deletes these folders with the package */
  readonly previous: readonly string[];
};

type Installation = {
  /** the folder of the package */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** the user; undefined: unknown */
  readonly uid?: number | undefined;
};

/** The data folders of this installation. */
export const dataFolders = (env: NodeJS.ProcessEnv = process.env): DataFolders =>
  dataFoldersOf({ root: fileURLToPath(packageFile('.')), env, uid: process.getuid?.() });

/** A checkout has its data in it; any other installation in the state folder, because an update replaces its files. */
export function dataFoldersOf({ root, env, uid }: Installation): DataFolders {
  const own = join(root, 'data');
  if (isCheckout(root)) return { usual: own, previous: [] };
  return { usual: join(stateFolderOf(env, uid), 'waypost'), previous: [own, ...npxFolders(root)] };
}

/** Everything that npm installs is below a folder `node_modules`. The Debian package has the pages of `src`, but no code. */
const isCheckout = (root: string): boolean =>
  !root.split(sep).includes('node_modules') &&
  (existsSync(join(root, '.git')) || existsSync(join(root, 'src', 'main.ts')));

/** By the XDG Base Directory Specification, which ignores a path that is not absolute. */
function stateFolderOf({ XDG_STATE_HOME: state = '', HOME: home = '' }: NodeJS.ProcessEnv, uid?: number): string {
  if (isAbsolute(state)) return state;
  const used = isAbsolute(home) || uid === 0 ? home : homeOfUser();
  return isAbsolute(used) ? join(used, '.local', 'state') : '/var/lib';
}

/** Empty for a user that the machine does not know, as in a container. */
function homeOfUser(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '';
  }
}

/** npx installs each version that is named by another address into another folder next to this one. */
function npxFolders(root: string): string[] {
  const place = dirname(dirname(root));
  const cache = dirname(place);
  if (!cache.endsWith(`${sep}_npx`)) return [];
  try {
    return readdirSync(cache)
      .map((name) => join(cache, name, 'node_modules', 'waypost', 'data'))
      .filter((folder) => folder !== join(root, 'data') && existsSync(folder));
  } catch {
    return [];
  }
}
