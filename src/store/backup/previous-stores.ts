import { readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A folder with the store that a restore replaced, in the data folder. */
const PREFIX = 'before-restore-';

/** As many as the package keeps backups: someone who restores the wrong backup first still has the original store. */
export const MAX_PREVIOUS_STORES = 3;

export type PreviousStores = { readonly count: number; readonly bytes: number };

export const previousStoreName = (now: string): string => `${PREFIX}${now.replaceAll(':', '')}`;

/** A backup that was made before a new format of the store, in the folder of the backups. */
const FORMAT_PREFIX = 'before-format-';
const BACKUPS = 'backups';

/** The names contain the time: the newest is the last. */
const sortedNames = (names: readonly string[], prefix = PREFIX): string[] =>
  names
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' }));

/**
 * Removes all but the newest. `newest` stays whatever time its name has: the clock may have been wrong. What cannot be removed
 * stays, and `waypost check` reports it.
 */
export async function dropOldPreviousStores(folder: string, newest: string): Promise<void> {
  await dropOld(folder, sortedNames(await readdir(folder)), newest);
}

async function dropOld(folder: string, names: readonly string[], newest: string): Promise<void> {
  const others = names.filter((name) => name !== newest);
  for (const name of others.slice(0, Math.max(0, others.length - (MAX_PREVIOUS_STORES - 1)))) {
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The name of the backup that an upgrade to a format makes, below the data folder and without its ending. */
export const formatBackupStem = (format: number, time: string): string =>
  join(BACKUPS, `${FORMAT_PREFIX}${format}-${time}`);

/** Likewise, of the backups before a new format; `newest`: below the data folder. */
export const dropOldFormatBackups = (folder: string, newest: string): Promise<void> =>
  dropOld(join(folder, BACKUPS), sortedNames(namesIn(join(folder, BACKUPS)), FORMAT_PREFIX), basename(newest));

export function measureFormatBackups(folder: string): PreviousStores {
  const names = sortedNames(namesIn(join(folder, BACKUPS)), FORMAT_PREFIX);
  const sizes = names.map((name) => statSync(join(folder, BACKUPS, name), { throwIfNoEntry: false })?.size ?? 0);
  return { count: names.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

/** Measures the previous stores of a data folder, each of them once: nothing writes to them. */
export function createPreviousStores(folder: string): () => PreviousStores {
  const known = new Map<string, number>();
  return () => {
    const names = sortedNames(namesIn(folder));
    for (const name of known.keys()) if (!names.includes(name)) known.delete(name);
    for (const name of names) if (!known.has(name)) known.set(name, bytesIn(join(folder, name)));
    return { count: names.length, bytes: [...known.values()].reduce((sum, bytes) => sum + bytes, 0) };
  };
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const name of namesIn(folder)) {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) bytes += bytesIn(join(folder, name));
    else bytes += stats?.size ?? 0;
  }
  return bytes;
}

/** Empty where there is no folder, or none that this user may read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
