import { success, type Failure, type Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import { uploadErrors } from './messages.js';
import type { Upload, UploadKindName } from '../../schema/system/upload.js';
import type { RestoreView } from '../../schema/system/restore.js';
import { archiveMessages } from '../system/messages.js';
import { HEADER_BYTES, readPmtilesHeader } from '../system/pmtiles-header.js';
import type { Yards } from './yards.js';

const MIB = 1_048_576;
const GIB = 1_024 * MIB;

/** A row of the table of what can be uploaded. */
export type UploadKind = {
  /** Why a larger file is refused. */
  readonly tooLarge: (values: { readonly limit: number }, field: string) => Failure;
  readonly maxBytes: number;
  /** bytes that `checkStart` needs */
  readonly startBytes: number;
  /** Checks the first bytes as soon as they are there: a wrong file is refused before it is sent. */
  readonly checkStart: (start: Uint8Array, size: number) => Failure | undefined;
  /** Checks the complete file and puts it to use: moves it away, or leaves it to be removed. */
  readonly accept: (path: string, upload: Upload, user: User) => Promise<Result<unknown>>;
};

export type UploadKinds = Readonly<Record<UploadKindName, UploadKind>>;

/** The result of a check of a backup. */
export type BackupSummary = Pick<
  RestoreView,
  'made' | 'entries' | 'devices' | 'users' | 'losses' | 'lossesData' | 'receivers'
>;

export type UploadKindsOptions = {
  readonly yards: Pick<Yards, 'install'>;
  readonly readStart: (path: string, length: number) => Promise<Buffer>;
  /** Replaces the map archive by the file. */
  readonly installMap: (path: string) => Promise<void>;
  /** What a restore would change; `validation_failed` or `conflict` with the reason if it cannot be restored. */
  readonly checkBackup: (path: string) => Promise<Result<BackupSummary>>;
  /** Takes the file, so that the next start restores it. */
  readonly stageRestore: (path: string, user: User, summary: BackupSummary) => Promise<void>;
};

export function createUploadKinds(options: UploadKindsOptions): UploadKinds {
  const { yards, readStart, installMap, checkBackup, stageRestore } = options;
  return {
    map: {
      tooLarge: uploadErrors.mapSize,
      maxBytes: 256 * GIB,
      startBytes: HEADER_BYTES,
      checkStart: checkMap,
      async accept(path, { size }) {
        const refused = checkMap(await readStart(path, HEADER_BYTES), size);
        if (refused !== undefined) return refused;
        await installMap(path);
        return success(undefined);
      },
    },
    yard: {
      tooLarge: uploadErrors.yardSize,
      maxBytes: 8 * MIB,
      startBytes: 12,
      checkStart: (start) =>
        PICTURE_STARTS.some((known) => Buffer.from(start).toString('latin1').startsWith(known))
          ? undefined
          : uploadErrors.notPicture(),
      accept: async (path, { size }) => yards.install(await readStart(path, size)),
    },
    restore: {
      tooLarge: uploadErrors.backupSize,
      maxBytes: 64 * GIB,
      startBytes: GZIP_START.length,
      checkStart: (start) => (Buffer.from(start).equals(GZIP_START) ? undefined : uploadErrors.notBackup()),
      async accept(path, _upload, user) {
        const checked = await checkBackup(path);
        if (!checked.ok) return checked;
        await stageRestore(path, user, checked.value);
        return success(undefined);
      },
    },
  };
}

const PICTURE_STARTS = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'RIFF'];
/** RFC 1952, 2.3: ID1, ID2, CM. */
const GZIP_START = Buffer.from([0x1f, 0x8b, 0x08]);

function checkMap(start: Uint8Array, size: number): Failure | undefined {
  const { fault } = readPmtilesHeader(start, size);
  if (fault === null) return undefined;
  return uploadErrors.wrongMap({ problem: fault.what(archiveMessages.theFile()), remedy: fault.remedy });
}
