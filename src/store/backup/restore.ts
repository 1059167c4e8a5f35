import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WaypostError } from '../../errors.js';
import { silentLogger } from '../../logger.js';
import { corruptSuffix } from '../log/save-corrupt.js';
import { replaceFile, syncFolder } from '../../disk/durable.js';
import { readVersion, writeFormat } from '../state/format.js';
import { lockFolder } from '../lock.js';
import { migrate } from '../state/migrate.js';
import { FORMAT } from '../state/migrations/index.js';
import { openStore } from '../store.js';
import { openReadonlyStore, type ReadonlyStore } from '../check/readonly-store.js';
import { readBackup } from './backup-reader.js';
import { decryptSecrets } from './secrets.js';
import { emptyState, type ReadonlyState } from '../state/state.js';

/** One entry is added. */
const SEGMENT_BYTES = 8_388_608;

export type RestoreOptions = {
  readonly file: string;
  /** the data folder that gets the content of the backup; no gateway may be running on it */
  readonly folder: string;
  /** UTC */
  readonly now: string;
  readonly passphrase?: string | undefined;
  /** only report what would change */
  readonly dryRun: boolean;
  /** refuse a store without a gateway and a user */
  readonly requireGateway?: boolean;
  readonly onProgress?: (share: number) => void;
};

/** What a restore changes, or would change. */
export type RestoreResult = {
  /** when the backup was made, UTC */
  readonly made: string;
  /** `before`: null if the present store has a format that this version does not read */
  readonly entries: { readonly before: number | null; readonly after: number };
  readonly devices: IdChanges;
  readonly users: IdChanges;
  /** true: tokens of the backed-up gateway are valid again; false: every user signs in again */
  readonly secrets: boolean;
  /** what the backed-up store had lost before: it stays lost, and named */
  readonly losses: readonly string[];
  /** the folder that keeps the previous content; null: there was none, or a dry run */
  readonly kept: string | null;
};

/** By id: only in the backup, only in the present store, different in the two. */
export type IdChanges = { readonly added: string[]; readonly removed: string[]; readonly changed: string[] };

/**
 * Replaces the content of the data folder by a backup, after checking all of it. The previous content is kept. The checksum
 * of the backup is that of the store, so what is missing in it was lost before the backup was made.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { file, folder, now, passphrase, dryRun, requireGateway = false, onProgress } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A dry run works while a gateway runs.
  const lock = dryRun ? undefined : await lockFolder(folder, now);
  const stamp = now.replaceAll(':', '');
  const incoming = join(folder, `restoring-${stamp}`);
  try {
    const { made, secrets } = await unpack(file, incoming, passphrase, onProgress);
    // Converts a store of an older format; the backup itself stays unchanged.
    await migrate({ folder: incoming, now, by: '', backup: false });
    const isKnown = (await readVersion(folder, FORMAT)) === FORMAT;
    const before = isKnown ? await openReadonlyStore(folder) : undefined;
    const after = await openReadonlyStore(incoming, corruptSuffix(now));
    if (after.unusable !== null) {
      const reason = after.unusable.replace(': restore a backup', '');
      throw new WaypostError('validation_failed', `${file} has no usable store: ${reason}; restore another backup`);
    }
    if (requireGateway && (after.state.gatewayId === null || after.state.users.size === 0))
      throw new WaypostError(
        'validation_failed',
        `${file} has no gateway or no user: it is not the backup of a gateway`,
      );
    const summary = { made, secrets, losses: [...after.losses], ...compare(before, after) };
    await before?.close();
    await after.close();
    if (dryRun) return { ...summary, kept: null };
    await startGeneration(incoming, now);
    return { ...summary, kept: await swap(folder, incoming, `before-restore-${stamp}`) };
  } finally {
    await rm(incoming, { recursive: true, force: true });
    await lock?.release();
  }
}

/**
 * The entries after the restored ones get the numbers of entries that are lost with the present store, which others may
 * have: so a new generation begins before the restored log takes its place.
 */
async function startGeneration(folder: string, at: string): Promise<void> {
  const clock = { now: () => Date.parse(at), monotonic: () => 0, boot: 'restore' };
  const retention = { days: 0, bytes: 0 };
  const sizes = { segmentBytes: SEGMENT_BYTES, snapshotBytes: SEGMENT_BYTES };
  const store = await openStore({ folder, clock, logger: silentLogger, retention, ...sizes });
  try {
    // A log that cannot be used is never written to again, and an empty one has no entry to be taken for another one.
    if (store.status().writable && store.state.n > 0) await store.startGeneration();
  } finally {
    await store.close();
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
      if (!Number.isInteger(format) || format < 1)
        throw new WaypostError(
          'validation_failed',
          `${file}: its format is ${String(format)}, expected 1 to ${FORMAT}`,
        );
      if (format > FORMAT) {
        const what = `${file} has a store of format ${format}, this Waypost supports up to ${FORMAT}`;
        throw new WaypostError('conflict', `${what}: restore it with the version that wrote it, or a later one`);
      }
      ({ made } = part);
      await writeFormat(incoming, { version: format, by: '', backup: null });
    }
    if (part.part === 'file') {
      await replaceFile(join(incoming, part.name), [part.bytes]);
    }
    if (part.part === 'secrets' && passphrase !== undefined) {
      const keys = decryptSecrets(part.secrets, passphrase);
      if (keys === undefined) throw new WaypostError('invalid_credentials', `wrong passphrase for ${file}`);
      await replaceFile(join(incoming, 'keys.json'), [keys]);
      secrets = true;
    }
  }
  return { made, secrets };
}

/** Files of a store; everything else in the folder stays. */
const isStoreFile = (name: string): boolean => /^(?:log|keys\.json|state\.|format\.json|migrating-)/.test(name);

async function swap(folder: string, incoming: string, previousName: string): Promise<string | null> {
  const present = (await readdir(folder)).filter(isStoreFile);
  // The lock of this process is in the folder.
  const arriving = (await readdir(incoming)).filter((name) => name !== 'lock');
  // format.json leaves last: it describes the log as long as that is there.
  const leaving = present
    .filter((name) => name !== 'keys.json' || arriving.includes('keys.json'))
    .sort((a, b) => Number(a === 'format.json') - Number(b === 'format.json'));
  if (leaving.length > 0) await mkdir(join(folder, previousName), { mode: 0o700 });
  for (const name of leaving) await rename(join(folder, name), join(folder, previousName, name));
  // The log arrives last: keys without a log mean a damaged folder, not a new one.
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
