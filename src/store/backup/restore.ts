import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WaypostError } from '../../errors.js';
import { corruptSuffix } from '../log/save-corrupt.js';
import { replaceFile, syncFolder } from '../../disk/durable.js';
import { readVersion, writeFormat } from '../state/format.js';
import { lockFolder } from '../lock.js';
import { migrate } from '../state/migrate.js';
import { FORMAT } from '../state/migrations/index.js';
import { openReadonlyStore, type ReadonlyStore } from '../check/readonly-store.js';
import { readBackup } from './backup-reader.js';
import { decryptSecrets } from './secrets.js';
import { emptyState, type ReadonlyState } from '../state/state.js';

export type RestoreOptions = {
  readonly file: string;
  /** the data folder that gets what the backup holds; no gateway may be running on it */
  readonly folder: string;
  /** UTC */
  readonly now: string;
  readonly passphrase?: string | undefined;
  /** only say what would change */
  readonly dryRun: boolean;
  readonly onProgress?: (share: number) => void;
};

/** What a restore changes, or would. */
export type RestoreResult = {
  /** when the backup was made, UTC */
  readonly made: string;
  /** `before`: null where another version of Waypost wrote what is there, which this one can not read */
  readonly entries: { readonly before: number | null; readonly after: number };
  readonly devices: IdChanges;
  readonly users: IdChanges;
  /** with secrets, tokens of the backed-up gateway hold again; without, everyone signs in anew */
  readonly secrets: boolean;
  /** where what was there is kept; null when nothing was there, or nothing was done */
  readonly kept: string | null;
};

/** By id: what the restored folder has and the present one has not, the other way round, and what is not the same. */
export type IdChanges = { readonly added: string[]; readonly removed: string[]; readonly changed: string[] };

/** Puts a backup in the place of the data folder's content, which is kept beside it. Everything is checked first. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { file, folder, now, passphrase, dryRun, onProgress } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Looking does no harm to a gateway that runs.
  const lock = dryRun ? undefined : await lockFolder(folder, now);
  const stamp = now.replaceAll(':', '');
  const incoming = join(folder, `restoring-${stamp}`);
  try {
    const { made, secrets } = await unpack(file, incoming, passphrase, onProgress);
    // One of a former Waypost is brought up to date; the backup itself stays as it is.
    await migrate({ folder: incoming, now, by: '', backup: false });
    const isKnown = (await readVersion(folder, FORMAT)) === FORMAT;
    const before = isKnown ? await openReadonlyStore(folder) : undefined;
    const after = await openReadonlyStore(incoming, corruptSuffix(now));
    const summary = { made, secrets, ...compare(before, after) };
    await before?.close();
    await after.close();
    if (dryRun) return { ...summary, kept: null };
    if (after.losses.length > 0) throw new WaypostError('validation_failed', `${file}: ${after.losses.join('; ')}`);
    return { ...summary, kept: await swap(folder, incoming, `before-restore-${stamp}`) };
  } finally {
    await rm(incoming, { recursive: true, force: true });
    await lock?.release();
  }
}

type UnpackedBackup = { readonly made: string; readonly secrets: boolean };

async function unpack(
  file: string,
  incoming: string,
  passphrase: string | undefined,
  onProgress?: (share: number) => void,
): Promise<UnpackedBackup> {
  let made = '';
  let secrets = false;
  await mkdir(join(incoming, 'log'), { recursive: true, mode: 0o700 });
  for await (const part of readBackup(file, onProgress)) {
    if (part.part === 'head') {
      const { format = 1 } = part;
      if (format > FORMAT) {
        const what = `${file} holds a store of format ${format}, this Waypost reads up to ${FORMAT}`;
        throw new WaypostError('conflict', `${what}: restore it with the Waypost that wrote it, or a later one`);
      }
      ({ made } = part);
      await writeFormat(incoming, { version: format, by: '', backup: null });
    }
    if (part.part === 'file') await replaceFile(join(incoming, part.name), [part.bytes]);
    if (part.part === 'secrets' && passphrase !== undefined) {
      const keys = decryptSecrets(part.secrets, passphrase);
      if (keys === undefined) throw new WaypostError('invalid_credentials', `the passphrase is not that of ${file}`);
      await replaceFile(join(incoming, 'keys.json'), [keys]);
      secrets = true;
    }
  }
  return { made, secrets };
}

/** The files of a store; what else is in the folder stays where it is. */
const isStoreFile = (name: string): boolean => /^(?:log|keys\.json|state\.|format\.json|migrating-)/.test(name);

async function swap(folder: string, incoming: string, previousName: string): Promise<string | null> {
  const present = (await readdir(folder)).filter(isStoreFile);
  const arriving = await readdir(incoming);
  // The format is there as long as there is a log that it speaks of.
  const leaving = present
    .filter((name) => name !== 'keys.json' || arriving.includes('keys.json'))
    .sort((a, b) => Number(a === 'format.json') - Number(b === 'format.json'));
  if (leaving.length > 0) await mkdir(join(folder, previousName), { mode: 0o700 });
  for (const name of leaving) await rename(join(folder, name), join(folder, previousName, name));
  // The log comes last: a start that finds keys and no log takes the folder for damaged, not for new.
  const rank = (name: string): number => ['format.json', 'state.json', 'log'].indexOf(name);
  for (const name of arriving.sort((a, b) => rank(a) - rank(b))) {
    await rename(join(incoming, name), join(folder, name));
  }
  await syncFolder(folder);
  await syncFolder(dirname(folder));
  return leaving.length > 0 ? join(folder, previousName) : null;
}

const compare = (
  before: ReadonlyStore | undefined,
  after: ReadonlyStore,
): Pick<RestoreResult, 'entries' | 'devices' | 'users'> => ({
  entries: { before: before?.state.n ?? null, after: after.state.n },
  devices: changes(before?.state ?? emptyState(), after.state, 'devices'),
  users: changes(before?.state ?? emptyState(), after.state, 'users'),
});

function changes(before: ReadonlyState, after: ReadonlyState, what: 'devices' | 'users'): IdChanges {
  const had: ReadonlyMap<string, unknown> = before[what];
  const has: ReadonlyMap<string, unknown> = after[what];
  const added = [...has.keys()].filter((id) => !had.has(id));
  const removed = [...had.keys()].filter((id) => !has.has(id));
  const same = (id: string): boolean => JSON.stringify(had.get(id)) === JSON.stringify(has.get(id));
  const changed = [...has.keys()].filter((id) => had.has(id) && !same(id));
  return { added, removed, changed };
}
