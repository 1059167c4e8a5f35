import type { Readable } from 'node:stream';
import type { PartFiles } from '../../disk/part-files.js';
import type { DiskSpace } from '../../disk/space.js';
import { success, type Result } from '../../errors.js';
import { downloadErrors } from './messages.js';
import type { Logger } from '../../logger.js';
import type { LogTail } from '../../log-tail.js';
import { createMutex } from '../../mutex.js';
import { isAuthor, type Author } from '../../schema/accounts/author.js';
import type { User } from '../../schema/accounts/user.js';
import type { RestoreView } from '../../schema/system/restore.js';
import type { Store } from '../../store/store.js';
import type { Timers } from '../../time/clock.js';
import { byUser } from '../edits.js';
import { createLogLines, type LogLines } from '../system/log-lines.js';
import type { Refusals } from '../system/refusals.js';
import type { Time } from '../time/time.js';
import { createDownloads, type BundleParts, type Downloads } from './downloads.js';
import { createFileEntries } from './file-entries.js';
import { createUploadKinds, type BackupSummary } from './upload-kinds.js';
import { createUploads, type UploadRecord, type Uploads } from './uploads.js';
import { createYards, type YardFiles, type Yards } from './yards.js';

/** The files in the data folder that are not of the store, and what other programs do with them. */
export type FileAccess = {
  readonly parts: PartFiles<UploadRecord>;
  readonly yard: YardFiles;
  readonly readStart: (path: string, length: number) => Promise<Buffer>;
  readonly installMap: (path: string) => Promise<void>;
  readonly checkBackup: (path: string) => Promise<Result<BackupSummary>>;
  /** `author`: of the entry that the restored store begins with; left out: the gateway */
  readonly stageRestore: (path: string, view: RestoreView, author: Author | undefined) => Promise<void>;
  readonly readRestore: () => Promise<RestoreView | null>;
  readonly cancelRestore: () => Promise<void>;
  /** `made`: UTC */
  readonly streamBackup: (made: string) => Readable;
  readonly makeBundle: ((parts: BundleParts) => Readable) | undefined;
  readonly spareBytes: (space: DiskSpace) => number;
  readonly tail: Pick<LogTail, 'lines' | 'subscribe'>;
  /** the secrets of the configuration, the environment and the data folder */
  readonly readSecrets: () => Promise<readonly string[]>;
};

/** The backup that waits for the next start, or the result of the last one. */
type Restores = {
  readonly view: () => Promise<RestoreView | null>;
  readonly remove: (by: User) => Promise<Result<unknown>>;
};

export type FileServices = {
  readonly uploads: Uploads;
  readonly yards: Yards;
  readonly restores: Restores;
  readonly downloads: Downloads;
  readonly logLines: LogLines;
};

export type FileServicesOptions = {
  readonly access: FileAccess;
  readonly diskSpace: () => DiskSpace;
  /** bytes of the largest part of an upload */
  readonly partBytes: number;
  /** of the running gateway, for the support bundle */
  readonly bundleParts: (user: User) => Promise<BundleParts>;
  readonly store: Pick<Store, 'append'>;
  readonly time: Time;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly refusals: Pick<Refusals, 'note'>;
};

export function createFileServices(options: FileServicesOptions): FileServices {
  const { access, diskSpace, partBytes, bundleParts, store, time, timers, logger, refusals } = options;
  const entries = createFileEntries({ store, logger });
  const yards = createYards({ entries, files: access.yard, exclusive: createMutex() });
  const exclusive = createMutex();
  const logLines = createLogLines({ tail: access.tail, readSecrets: access.readSecrets, timers, refusals });
  const kinds = createUploadKinds({
    yards,
    ...access,
    stageRestore: (path, user, summary) =>
      exclusive(() => {
        const staged = new Date(time.now()).toISOString();
        const rest = { finished: null, kept: null, error: null, errorData: null };
        const view = { state: 'staged', by: user.name, staged, ...summary, ...rest } as const;
        const cause = byUser(user);
        return access.stageRestore(path, view, isAuthor(cause) ? cause : undefined);
      }),
  });
  return {
    uploads: createUploads({
      files: access.parts,
      kinds,
      diskSpace,
      spareBytes: access.spareBytes,
      partBytes,
      entries,
      time,
      logger,
    }),
    yards,
    restores: {
      view: access.readRestore,
      remove: (user) =>
        exclusive(async () => {
          const restore = await access.readRestore();
          if (restore === null) return downloadErrors.noRestore();
          await access.cancelRestore();
          // Else only the result of the last one is dismissed.
          if (restore.state === 'staged')
            entries.add(user, { kind: 'file-changed', v: { what: 'restore', action: 'removed' } });
          return success(undefined);
        }),
    },
    downloads: createDownloads({
      streamBackup: access.streamBackup,
      makeBundle: access.makeBundle,
      async bundleParts(user) {
        const lines = await logLines.list({ level: 'debug', limit: 1_000 });
        const log = lines.map(({ at, level, text, fields }) => `${at} ${level} ${text} ${fields}\n`).join('');
        return { ...(await bundleParts(user)), 'log.txt': log };
      },
      entries,
      time,
      logger,
    }),
    logLines,
  };
}
