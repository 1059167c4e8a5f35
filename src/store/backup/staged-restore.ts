import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFolder } from '../../disk/durable.js';
import { readJsonFile, writeJsonFile } from '../../disk/json-file.js';
import { diskSpaceOf, spareBytes, type DiskSpace } from '../../disk/space.js';
import { errorOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Author } from '../../schema/accounts/author.js';
import { fieldsOf, wholeForm } from '../../schema/stored/form.js';
import { formOfSchema } from '../../schema/stored/form-of-schema.js';
import { authorForm } from '../../schema/stored/entity-forms.js';
import { restoreSchema, type RestoreView } from '../../schema/system/restore.js';
import { explainingAccess } from '../folder-access.js';
import { lockFolder } from '../lock.js';
import { restoreErrors } from '../messages.js';
import { failureOfBackup } from './failure-of-backup.js';
import { prepareRestore, previousNameOf } from './restore.js';
import { closeSwap, finishSwap, isSwapping, swapStore, type Swap } from './swap.js';

/** A backup that was uploaded and checked. The next start restores it. */

const FOLDER = 'files/restore';
const BACKUP = 'backup';
const RECORD = 'restore.json';
const WORK = 'restoring-staged';
/** A restore that ends the process each time, for lack of memory perhaps, must not keep the gateway from starting. */
const MAX_ATTEMPTS = 3;
/** Of a larger message only the sentence is stored. */
const MAX_MESSAGE_CHARS = 2_048;

type StagedRecord = {
  readonly attempts: number;
  readonly view: RestoreView;
  /** who uploaded it; left out: a version before did not store it */
  readonly author?: Author;
};

const pathOf = (folder: string, name: string): string => join(folder, FOLDER, name);

/** A previous version staged backups without receivers. */
type StoredRecord = Omit<StagedRecord, 'view'> & {
  readonly view: Omit<RestoreView, 'receivers'> & Partial<Pick<RestoreView, 'receivers'>>;
};
const RECORD_FORM = fieldsOf(
  { attempts: wholeForm, view: formOfSchema(restoreSchema, ['receivers']) },
  { author: authorForm },
);

async function readRecord(folder: string): Promise<StagedRecord | undefined> {
  const record = await readJsonFile<StoredRecord>(pathOf(folder, RECORD), RECORD_FORM);
  return record && { ...record, view: { ...record.view, receivers: record.view.receivers ?? [] } };
}

/** The backup that waits for the next start, or the result of the last one; null: none, or it was dismissed. */
export async function readStagedRestore(folder: string): Promise<RestoreView | null> {
  return (await readRecord(folder))?.view ?? null;
}

/** Takes the file of a checked backup. It replaces one that waits. */
export async function stageRestore(folder: string, file: string, view: RestoreView, author?: Author): Promise<void> {
  await makeFolder(join(folder, FOLDER));
  // Without a record, a backup counts for nothing.
  await rm(pathOf(folder, RECORD), { force: true });
  await rename(file, pathOf(folder, BACKUP));
  await syncFolder(join(folder, FOLDER));
  await writeJsonFile(pathOf(folder, RECORD), {
    attempts: 0,
    view,
    ...(author !== undefined && { author }),
  } satisfies StagedRecord);
}

/** Removes the backup that waits, or the result of the last restore. */
export async function cancelStagedRestore(folder: string): Promise<void> {
  await rm(join(folder, FOLDER), { recursive: true, force: true });
  await syncFolder(join(folder, 'files'));
}

export type StagedRestoreOptions = {
  readonly folder: string;
  /** UTC */
  readonly now: string;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly diskSpace?: () => DiskSpace;
};

/**
 * Before the store opens: completes a replacement that was interrupted, then restores the backup that waits. A backup that
 * cannot be restored leaves the store as it is.
 */
export const applyStagedRestore = (options: StagedRestoreOptions): Promise<void> =>
  explainingAccess(options.folder, () => applyRestore(options));

async function applyRestore(options: StagedRestoreOptions): Promise<void> {
  const { folder, now, logger } = options;
  const record = await readRecord(folder);
  if (record?.view.state !== 'staged' && !isSwapping(folder)) return;
  const lock = await lockFolder(folder, now);
  try {
    const interrupted = await finishSwap(folder);
    if (interrupted !== undefined) await settle(options, interrupted, record);
    if (record?.view.state !== 'staged' || interrupted?.staged === true) return;
    logger.info({ made: record.view.made }, 'restoring the uploaded backup');
    const swap = await prepare(options, record);
    if (swap === undefined) return;
    await swapStore(folder, swap);
    await settle(options, swap, record);
  } finally {
    await lock.release();
  }
}

/** Unpacks and checks the backup again; undefined: it cannot be restored. */
async function prepare(
  { folder, now, logger, diskSpace = () => diskSpaceOf(folder) }: StagedRestoreOptions,
  record: StagedRecord,
): Promise<Swap | undefined> {
  try {
    if (record.attempts >= MAX_ATTEMPTS) throw errorOf(restoreErrors.interrupted({ times: MAX_ATTEMPTS }));
    await writeJsonFile(pathOf(folder, RECORD), { ...record, attempts: record.attempts + 1 });
    const maxBytes = spareBytes(diskSpace());
    const file = pathOf(folder, BACKUP);
    const { author: by } = record;
    await prepareRestore({
      ...{ file, folder, now, dryRun: false, requireGateway: true, maxBytes, work: WORK },
      ...(by !== undefined && { by }),
    });
    return { incoming: WORK, previous: previousNameOf(folder, now), staged: true };
  } catch (error) {
    const { message: reason, data } = failureOfBackup(error, pathOf(folder, BACKUP));
    const errorData = data !== undefined && JSON.stringify(data).length <= MAX_MESSAGE_CHARS ? { errorData: data } : {};
    logger.warn({ reason }, 'the uploaded backup was not restored, the store is unchanged');
    await rm(join(folder, WORK), { recursive: true, force: true }).catch(() => undefined);
    const result = { state: 'failed', finished: now, error: reason, ...errorData } as const;
    const view = { ...record.view };
    delete view.errorData;
    await conclude(folder, { ...record, view }, result).catch(() => undefined);
    return undefined;
  }
}

/** The replacement is complete: stores the result, then forgets how to complete it. */
async function settle(
  { folder, now, logger }: StagedRestoreOptions,
  swap: Swap,
  record: StagedRecord | undefined,
): Promise<void> {
  if (swap.staged && record !== undefined) {
    await conclude(folder, record, { state: 'done', finished: now, kept: swap.previous });
  }
  await closeSwap(folder, swap);
  logger.info({ kept: swap.previous }, 'backup restored');
}

async function conclude(folder: string, record: StagedRecord, result: Partial<RestoreView>): Promise<void> {
  await writeJsonFile(pathOf(folder, RECORD), { ...record, view: { ...record.view, ...result } });
  await rm(pathOf(folder, BACKUP), { force: true });
}
