import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorOf } from '../../errors.js';
import { silentLogger } from '../../logger.js';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { ChangedReceiver } from '../../schema/system/restore.js';
import { corruptSuffix } from '../log/save-corrupt.js';
import { replaceFile } from '../../disk/durable.js';
import { readVersion, writeFormat } from '../state/format.js';
import { explainingIo } from '../io-error.js';
import { lockFolder } from '../lock.js';
import { restoreErrors } from '../messages.js';
import { migrate } from '../state/migrate.js';
import type { Author } from '../../schema/accounts/author.js';
import { FORMAT } from '../state/migrations/index.js';
import { openStore } from '../store.js';
import { openReadonlyStore, type ReadonlyStore } from '../check/readonly-store.js';
import { readBackup } from './backup-reader.js';
import { previousStoreName } from './previous-stores.js';
import { bindToPresent, changedReceivers } from './receivers.js';
import { decryptSecrets } from './secrets.js';
import { dropWrongYard } from './yard-files.js';
import { closeSwap, finishSwap, isSwapping, swapStore } from './swap.js';
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
  /** the author of the restore; omitted: the gateway, at its start */
  readonly by?: Author;
  /** only report what would change */
  readonly dryRun: boolean;
  /** refuse a store without a gateway and a user */
  readonly requireGateway?: boolean;
  /** bytes that the files of the backup may take on the disk; omitted: any number */
  readonly maxBytes?: number | undefined;
  /** the folder in which the backup is unpacked, in `folder`; an existing one is replaced */
  readonly work?: string | undefined;
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
  /** names of these users, by id */
  readonly userNames: Readonly<Record<string, string>>;
  /** true: tokens of the backed-up gateway are valid again; false: every user signs in again */
  readonly secrets: boolean;
  /** what the backed-up store had lost before: it stays lost, and named */
  readonly losses: readonly string[];
  readonly lossesData: readonly GatewayMessage[];
  /** the secrets that are asked again, because the backup names other receivers */
  readonly receivers: readonly ChangedReceiver[];
  /** the folder that keeps the previous content; null: there was none, or a dry run */
  readonly kept: string | null;
};

/** By id: only in the backup, only in the present store, different in the two. */
export type IdChanges = { readonly added: string[]; readonly removed: string[]; readonly changed: string[] };

/**
 * Replaces the content of the data folder by a backup, after checking all of it. The previous content is kept. The checksum
 * of the backup is that of the store, so what is missing in it was lost before the backup was made.
 */
export const restoreBackup = (options: RestoreOptions): Promise<RestoreResult> =>
  explainingIo(options.folder, () => restoreInto(options));

async function restoreInto(options: RestoreOptions): Promise<RestoreResult> {
  const { folder, now, dryRun } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A dry run works while a gateway runs.
  const lock = dryRun ? undefined : await lockFolder(folder, now);
  const work = workNameOf(options);
  try {
    if (dryRun) return { ...(await unpackAndCheck(options)), kept: null };
    const interrupted = await finishSwap(folder);
    if (interrupted !== undefined) await closeSwap(folder, interrupted);
    const summary = await prepareRestore(options);
    const swap = { incoming: work, previous: previousNameOf(folder, now), staged: false };
    const isKept = await swapStore(folder, swap);
    await closeSwap(folder, swap);
    return { ...summary, kept: isKept ? join(folder, swap.previous) : null };
  } finally {
    if (!isSwapping(folder)) await rm(join(folder, work), { recursive: true, force: true });
    await lock?.release();
  }
}

/** Name of a new folder for the store that a restore replaces. `now`: UTC, of a clock that may repeat itself. */
export function previousNameOf(folder: string, now: string): string {
  const name = previousStoreName(now);
  let free = name;
  for (let count = 2; existsSync(join(folder, free)); count += 1) free = `${name}-${count}`;
  return free;
}

const workNameOf = ({ work, now }: Pick<RestoreOptions, 'work' | 'now'>): string =>
  work ?? `restoring-${now.replaceAll(':', '')}`;

/** Unpacks and checks a backup, so that the folder it was unpacked in can take the place of the store. */
export async function prepareRestore(options: RestoreOptions): Promise<Omit<RestoreResult, 'kept'>> {
  const summary = await unpackAndCheck(options);
  await startGeneration(join(options.folder, workNameOf(options)), options);
  return summary;
}

async function unpackAndCheck(options: RestoreOptions): Promise<Omit<RestoreResult, 'kept'>> {
  const { file, folder, now, dryRun, requireGateway = false } = options;
  const incoming = join(folder, workNameOf(options));
  await rm(incoming, { recursive: true, force: true });
  const { made, secrets } = await unpack(options, incoming);
  const wrongYard = await dropWrongYard(incoming);
  // Converts a store of an older format; the backup itself stays unchanged.
  await migrate({ folder: incoming, now, by: '', backup: false });
  const isKnown = (await readVersion(folder, FORMAT)) === FORMAT;
  const before = isKnown ? await openReadonlyStore(folder) : undefined;
  const after = await openReadonlyStore(incoming, corruptSuffix(now));
  try {
    if (after.unusable !== null) {
      const detail = english(after.unusable).replace(': restore a backup', '');
      throw errorOf(restoreErrors.noStore({ path: file, detail }));
    }
    if (requireGateway && (after.state.gatewayId === null || after.state.users.size === 0))
      throw errorOf(restoreErrors.noGateway({ path: file }));
    const present = before?.state ?? emptyState();
    if (!dryRun && !secrets) await bindToPresent(folder, present);
    const receivers = await changedReceivers(secrets ? incoming : folder, {
      present: secrets ? after.state : present,
      restored: after.state,
    });
    const lossesData = wrongYard === undefined ? [...after.losses] : [...after.losses, wrongYard];
    const losses = lossesData.map((loss) => english(loss));
    return { made, secrets, receivers, losses, lossesData, ...compare(before, after) };
  } finally {
    await before?.close();
    await after.close();
  }
}

/**
 * The entries after the restored ones get the numbers of entries that are lost with the present store, which others may
 * have: so a new generation begins before the restored log takes its place.
 */
async function startGeneration(folder: string, { now: at, by }: RestoreOptions): Promise<void> {
  const clock = { now: () => Date.parse(at), monotonic: () => 0, boot: 'restore' };
  const retention = { days: 0, bytes: 0 };
  const sizes = { segmentBytes: SEGMENT_BYTES, snapshotBytes: SEGMENT_BYTES };
  const store = await openStore({ folder, clock, logger: silentLogger, retention, ...sizes });
  try {
    // A log that cannot be used is never written to again, and an empty one has no entry to be taken for another one.
    if (store.status().writable && store.state.n > 0) await store.startGeneration(undefined, by);
  } finally {
    await store.close();
  }
}

type UnpackedBackup = { readonly made: string; readonly secrets: boolean };

async function unpack(
  { file, passphrase, maxBytes = Infinity, onProgress }: RestoreOptions,
  incoming: string,
): Promise<UnpackedBackup> {
  let made = '';
  let secrets = false;
  let room = maxBytes;
  await mkdir(join(incoming, 'log'), { recursive: true, mode: 0o700 });
  for await (const part of readBackup(file, { onProgress, hasRoom: (bytes) => bytes <= room })) {
    if (part.part === 'head') {
      const format = formatOf(file, part.format);
      ({ made } = part);
      await writeFormat(incoming, { version: format, by: '', backup: null });
    }
    if (part.part === 'file') {
      room -= part.bytes.length;
      const path = join(incoming, part.name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await replaceFile(path, [part.bytes]);
    }
    if (part.part === 'secrets' && passphrase !== undefined) {
      const keys = decryptSecrets(part.secrets, passphrase);
      if (keys === undefined) throw errorOf(restoreErrors.wrongPassphrase({ path: file }));
      await replaceFile(join(incoming, 'keys.json'), [keys]);
      secrets = true;
    }
  }
  return { made, secrets };
}

/** The format of the store in a backup, if this version reads it. */
function formatOf(file: string, format = 1): number {
  if (!Number.isInteger(format) || format < 1)
    throw errorOf(restoreErrors.invalidFormat({ path: file, format: String(format), limit: FORMAT }));
  if (format > FORMAT) throw errorOf(restoreErrors.laterFormat({ path: file, format, limit: FORMAT }));
  return format;
}

const compare = (
  before: ReadonlyStore | undefined,
  after: ReadonlyStore,
): Pick<RestoreResult, 'entries' | 'devices' | 'users' | 'userNames'> => {
  const users = changes(before?.state ?? emptyState(), after.state, 'users');
  const nameOf = (id: string): string => (after.state.users.get(id) ?? before?.state.users.get(id))?.name ?? id;
  return {
    entries: { before: before?.state.n ?? null, after: after.state.n },
    devices: changes(before?.state ?? emptyState(), after.state, 'devices'),
    users,
    userNames: Object.fromEntries(
      Object.values(users)
        .flat()
        .map((id) => [id, nameOf(id)]),
    ),
  };
};

function changes(before: ReadonlyState, after: ReadonlyState, what: 'devices' | 'users'): IdChanges {
  const had: ReadonlyMap<string, unknown> = before[what];
  const has: ReadonlyMap<string, unknown> = after[what];
  const added = [...has.keys()].filter((id) => !had.has(id));
  const removed = [...had.keys()].filter((id) => !has.has(id));
  const same = (id: string): boolean => JSON.stringify(had.get(id)) === JSON.stringify(has.get(id));
  const changed = [...has.keys()].filter((id) => had.has(id) && !same(id));
  return { added, removed, changed };
}
