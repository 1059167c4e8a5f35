import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder, openFileAt, replaceFile, syncFolder } from './disk/durable.js';
import { writeJsonFile } from './disk/json-file.js';
import { createPartFiles } from './disk/part-files.js';
import { readRegularFile } from './disk/regular-file.js';
import { spareBytes } from './disk/space.js';
import { secretsIn } from './domain/redact.js';
import { environmentSecrets } from './domain/scrub.js';
import { success, WaypostError, type Result } from './errors.js';
import { formOfSchema } from './schema/stored/form-of-schema.js';
import { uploadSchema } from './schema/system/upload.js';
import type { Core } from './services/index.js';
import type { BundleParts } from './services/files/downloads.js';
import type { FileAccess } from './services/files/file-services.js';
import type { BackupSummary } from './services/files/upload-kinds.js';
import type { YardFiles } from './services/files/yards.js';
import { ARCHIVE_NAME } from './services/system/map-archive.js';
import { streamBackup } from './store/backup/backup.js';
import { failureOfBackup } from './store/backup/failure-of-backup.js';
import { restoreBackup, type IdChanges, type RestoreResult } from './store/backup/restore.js';
import { cancelStagedRestore, readStagedRestore, stageRestore } from './store/backup/staged-restore.js';
import { YARD_FILE, YARD_FOLDER } from './store/backup/swap.js';
import { pictureName, readYard, tagOfPicture } from './store/backup/yard-files.js';
import { readSecretTexts } from './store/keys.js';

/** What runs in processes of its own, so that it takes no memory of the gateway and can take its time. */
export type GatewayTools = {
  /** Like `waypost restore --dry-run`; default: in this process. */
  readonly checkBackup?: (file: string, maxBytes: number) => Promise<RestoreResult>;
  /** Like `waypost bundle`; default: not available. */
  readonly makeBundle?: (parts: BundleParts) => Readable;
};

const UPLOADS_FOLDER = 'files/uploads';
/** A record has no id, and the rest is known again from the file. */
const UPLOAD_FORM = formOfSchema(uploadSchema, ['id', 'received', 'state', 'error']);
/** Losses of a backup that are named. */
const MAX_LOSSES = 20;

/** The files in the data folder that are not of the store. */
export function createFileAccess(
  core: Core,
  data: string,
  tools: GatewayTools,
  diskSpace: () => Parameters<typeof spareBytes>[0],
): FileAccess {
  const { checkBackup = checkHere(core, data), makeBundle } = tools;
  return {
    parts: createPartFiles(join(data, UPLOADS_FOLDER), UPLOAD_FORM),
    yard: createYardFiles(join(data, YARD_FOLDER), core.logger),
    async readStart(path, length) {
      const file = await openFileAt(path, 'r');
      try {
        return await file.read(0, length);
      } finally {
        await file.close();
      }
    },
    async installMap(path) {
      await rename(path, join(data, ARCHIVE_NAME));
      await syncFolder(data);
    },
    checkBackup: (file) => resultOf(async () => summaryOf(await checkBackup(file, spareBytes(diskSpace()))), file),
    stageRestore: (path, view, author) => stageRestore(data, path, view, author),
    readRestore: () => readStagedRestore(data),
    cancelRestore: () => cancelStagedRestore(data),
    streamBackup: (made) => streamBackup({ folder: data, made }),
    makeBundle,
    spareBytes,
    tail: core.logTail,
    async readSecrets() {
      return [...secretsIn(core.config), ...environmentSecrets(process.env), ...(await readSecretTexts(data))];
    },
  };
}

/** What is wrong with a file that a user sent is a result. */
async function resultOf<T>(run: () => Promise<T>, file: string): Promise<Result<T>> {
  try {
    return success(await run());
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return failureOfBackup(error, file);
  }
}

const checkHere =
  ({ time }: Pick<Core, 'time'>, folder: string) =>
  (file: string, maxBytes: number): Promise<RestoreResult> =>
    restoreBackup({
      ...{ file, folder, maxBytes, dryRun: true, requireGateway: true },
      now: new Date(time.now()).toISOString(),
      work: `${UPLOADS_FOLDER}/check`,
    });

const countOf = ({ added, removed, changed }: IdChanges): BackupSummary['devices'] => ({
  added: added.length,
  removed: removed.length,
  changed: changed.length,
});

const summaryOf = ({ made, entries, devices, users, losses, lossesData, receivers }: RestoreResult): BackupSummary => ({
  made,
  entries,
  devices: countOf(devices),
  users: countOf(users),
  losses: losses.slice(0, MAX_LOSSES),
  lossesData: lossesData.slice(0, MAX_LOSSES),
  receivers: [...receivers],
});

function createYardFiles(folder: string, logger: Pick<Core['logger'], 'warn'>): YardFiles {
  let reported = '';
  return {
    read: () =>
      readYard(folder, (wrong) => {
        if (reported !== wrong) logger.warn(wrong);
        reported = wrong;
      }),
    readPicture: (tag) => readRegularFile(join(folder, pictureName(tag))).catch(() => undefined),
    tagOf: tagOfPicture,
    async write(yard, picture) {
      const file = pictureName(yard.tag);
      await makeFolder(folder);
      if (picture !== undefined) await replaceFile(join(folder, file), [picture]);
      await writeJsonFile(join(folder, YARD_FILE), { file, yard });
      for (const name of await readdir(folder))
        if (name !== file && name !== YARD_FILE) await rm(join(folder, name), { force: true });
    },
    async remove() {
      await rm(folder, { recursive: true, force: true });
      await syncFolder(join(folder, '..'));
    },
  };
}
