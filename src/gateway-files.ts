import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder, openFileAt, replaceFile, syncFolder } from './disk/durable.js';
import { readJsonFile, writeJsonFile } from './disk/json-file.js';
import { createPartFiles } from './disk/part-files.js';
import { spareBytes } from './disk/space.js';
import { secretsIn } from './domain/redact.js';
import { environmentSecrets } from './domain/scrub.js';
import { failure, messageOf, success, WaypostError, type Result } from './errors.js';
import type { Core } from './services/index.js';
import type { BundleParts } from './services/files/downloads.js';
import type { FileAccess } from './services/files/file-services.js';
import type { BackupSummary } from './services/files/upload-kinds.js';
import type { StoredYard, YardFiles } from './services/files/yards.js';
import { ARCHIVE_NAME } from './services/system/map-archive.js';
import { streamBackup } from './store/backup/backup.js';
import { restoreBackup, type IdChanges, type RestoreResult } from './store/backup/restore.js';
import { cancelStagedRestore, readStagedRestore, stageRestore } from './store/backup/staged-restore.js';
import { YARD_FILE, YARD_FOLDER } from './store/backup/swap.js';

/** What runs in processes of its own, so that it takes no memory of the gateway and can take its time. */
export type GatewayTools = {
  /** Like `waypost restore --dry-run`; default: in this process. */
  readonly checkBackup?: (file: string, maxBytes: number) => Promise<RestoreResult>;
  /** Like `waypost bundle`; default: not available. */
  readonly makeBundle?: (parts: BundleParts) => Readable;
};

const UPLOADS_FOLDER = 'files/uploads';
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
    parts: createPartFiles(join(data, UPLOADS_FOLDER)),
    yard: createYardFiles(join(data, YARD_FOLDER)),
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
    stageRestore: (path, view) => stageRestore(data, path, view),
    readRestore: () => readStagedRestore(data),
    cancelRestore: () => cancelStagedRestore(data),
    streamBackup: (made) => streamBackup({ folder: data, made }),
    makeBundle,
    spareBytes,
    tail: core.logTail,
    async readSecrets() {
      const keys = (await readJsonFile<Record<string, unknown>>(join(data, 'keys.json'))) ?? {};
      return [...secretsIn(core.config), ...environmentSecrets(process.env), ...textsIn(keys)];
    },
  };
}

/** All texts in a value, at any depth. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** What is wrong with a file that a user sent is a result. */
async function resultOf<T>(run: () => Promise<T>, file: string): Promise<Result<T>> {
  try {
    return success(await run());
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return failure(error.code, messageOf(error).replaceAll(file, 'the backup'));
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

const summaryOf = ({ made, entries, devices, users, losses }: RestoreResult): BackupSummary => ({
  made,
  entries,
  devices: countOf(devices),
  users: countOf(users),
  losses: losses.slice(0, MAX_LOSSES),
});

function createYardFiles(folder: string): YardFiles {
  const nameOf = (tag: string): string => `picture-${tag}`;
  return {
    async read() {
      const stored = await readJsonFile<{ readonly yard: StoredYard }>(join(folder, YARD_FILE));
      return stored?.yard;
    },
    readPicture: (tag) => readFile(join(folder, nameOf(tag))).catch(() => undefined),
    tagOf: (picture) => createHash('sha256').update(picture).digest('hex').slice(0, 16),
    async write(yard, picture) {
      const file = nameOf(yard.tag);
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
