import { randomBytes } from 'node:crypto';
import type { PartFiles } from '../../disk/part-files.js';
import type { DiskSpace } from '../../disk/space.js';
import { messageOf, success, type Failure, type Result } from '../../errors.js';
import { uploadErrors } from './messages.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import type { Upload, UploadInput } from '../../schema/system/upload.js';
import type { Time } from '../time/time.js';
import type { FileEntries } from './file-entries.js';
import { accept, checkPart, checkRoom, checkStart, type UploadEntry } from './upload-checks.js';
import type { UploadKinds } from './upload-kinds.js';

/** Files that arrive in parts: after a lost connection or a restart, a client continues where it was. */
export type Uploads = {
  /** Reads what a previous run left. */
  readonly start: () => Promise<void>;
  /** unfinished ones and the last results, newest first */
  readonly list: () => Upload[];
  readonly get: (id: string) => Result<Upload>;
  /** `limit_reached`: too many are unfinished, or the disk would have too little free space. */
  readonly create: (user: Pick<User, 'name'>, input: UploadInput) => Promise<Result<Upload>>;
  /** Stores the part at `offset`; resolves once it is on stable storage. `conflict`: another offset is expected. */
  readonly write: (user: User, id: string, part: Part) => Promise<Result<Upload>>;
  /** Removes it; what it has put to use stays. */
  readonly remove: (id: string) => Promise<Result<unknown>>;
  /** Removes those that no client continued. */
  readonly expire: () => Promise<void>;
};

/** What is stored of an upload. */
export type UploadRecord = Omit<Upload, 'id' | 'received' | 'state' | 'error'> & { readonly sha256?: string };

export type UploadsOptions = {
  readonly files: PartFiles<UploadRecord>;
  readonly kinds: UploadKinds;
  readonly diskSpace: () => DiskSpace;
  /** what files may take of the disk: see `spareBytes` */
  readonly spareBytes: (space: DiskSpace) => number;
  /** bytes of the largest part */
  readonly partBytes: number;
  readonly entries: Pick<FileEntries, 'add'>;
  readonly time: Pick<Time, 'now' | 'monotonic'>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
};

export const UPLOAD_EXPIRES_MS = 24 * 3_600_000;
const NO_ERROR = { error: null, errorData: null } as const;
/** Results that are kept until the gateway stops. */
const MAX_FINISHED = 10;

export function createUploads(options: UploadsOptions): Uploads {
  const { files, partBytes, time, logger } = options;
  /** the oldest first */
  const entries: Entries = new Map();

  function add(upload: Upload, sha256: string | undefined): void {
    const usedAt = time.monotonic();
    entries.set(upload.id, { upload, sha256, usedAt, isWriting: false, isStartChecked: false });
  }

  return {
    async start() {
      for (const { id, record, bytes } of await files.load()) {
        const { sha256, ...rest } = record;
        // The last part may be incomplete, also where its bytes seem to be there.
        const received = Math.max(0, Math.min(bytes, record.size) - record.partBytes);
        add({ ...rest, id, received, partBytes, state: 'receiving', ...NO_ERROR }, sha256);
      }
    },
    list: () => [...entries.values()].map(({ upload }) => upload).reverse(),
    get(id) {
      const found = find(entries, id);
      return found.ok ? success(found.value.upload) : found;
    },
    async create({ name: by }, { sha256: given, ...input }) {
      const refused = checkRoom(options, [...entries.values()].filter(isUnfinished), input);
      if (refused !== undefined) return refused;
      const id = randomBytes(8).toString('hex');
      const created = new Date(time.now()).toISOString();
      const sha256 = given?.toLowerCase();
      const record: UploadRecord = { ...input, partBytes, by, created, ...(sha256 !== undefined && { sha256 }) };
      const upload: Upload = { ...input, id, partBytes, by, created, received: 0, state: 'receiving', ...NO_ERROR };
      // Before it is stored, so that others see it count.
      add(upload, sha256);
      try {
        await files.create(id, record);
      } catch (error) {
        entries.delete(id);
        return uploadErrors.notStored({ detail: messageOf(error) });
      }
      logger.info({ kind: input.kind, size: input.size, by }, 'upload began');
      return success(upload);
    },
    async write(user, id, part) {
      const found = find(entries, id);
      if (!found.ok) return found;
      const entry = found.value;
      const refused = checkPart(options, entry, part.offset, part.bytes.length);
      if (refused !== undefined) return refused;
      entry.isWriting = true;
      try {
        return await writePart(options, entries, entry, { user, ...part });
      } finally {
        entry.isWriting = false;
      }
    },
    async remove(id) {
      const found = find(entries, id);
      if (!found.ok) return found;
      if (found.value.isWriting || found.value.upload.state === 'checking') return uploadErrors.isChecked();
      entries.delete(id);
      await files.remove(id);
      return success(undefined);
    },
    async expire() {
      const oldest = time.monotonic() - UPLOAD_EXPIRES_MS;
      for (const [id, { upload, usedAt, isWriting }] of entries) {
        if (usedAt >= oldest || isWriting || upload.state === 'checking') continue;
        const { kind, by, state } = upload;
        if (state === 'receiving') logger.info({ kind, by }, 'unfinished upload expired');
        entries.delete(id);
        await files.remove(id);
      }
    },
  };
}

function withoutErrorData(upload: Upload): Upload {
  const { errorData, ...rest } = upload;
  return errorData === undefined ? upload : rest;
}

type Entries = Map<string, UploadEntry>;

const find = (entries: Entries, id: string): Result<UploadEntry> => {
  const entry = entries.get(id);
  return entry === undefined ? uploadErrors.notFound() : success(entry);
};

const isUnfinished = ({ upload: { state } }: UploadEntry): boolean => state === 'receiving' || state === 'checking';

type Part = { readonly offset: number; readonly bytes: Uint8Array };
type UserPart = Part & { readonly user: User };

async function writePart(
  options: UploadsOptions,
  entries: Entries,
  entry: UploadEntry,
  { user, offset, bytes }: UserPart,
): Promise<Result<Upload>> {
  const { files, time, logger } = options;
  const { id, size } = entry.upload;
  try {
    await files.write(id, bytes, offset);
  } catch (error) {
    return uploadErrors.partNotStored({ detail: messageOf(error) });
  }
  entry.upload = { ...entry.upload, received: offset + bytes.length };
  entry.usedAt = time.monotonic();
  const refused = await checkStart(options, entry);
  if (refused !== undefined) await conclude(options, entries, entry, { user, refused });
  else if (entry.upload.received === size) {
    entry.upload = { ...entry.upload, state: 'checking' };
    accept(options, entry, user)
      .then((result) => conclude(options, entries, entry, { user, refused: result }))
      .catch((error: unknown) => {
        logger.error({ err: error, id }, 'upload was not concluded');
      });
  }
  return success(entry.upload);
}

/** Removes what is left on the disk and sets the final state. The oldest results give way. */
async function conclude(
  { files, entries, logger }: UploadsOptions,
  uploads: Entries,
  entry: UploadEntry,
  { user, refused }: { readonly user: User; readonly refused: Failure | undefined },
): Promise<void> {
  const { id, kind, by } = entry.upload;
  await files.remove(id);
  if (refused === undefined) {
    entry.upload = { ...entry.upload, state: 'done' };
    entries.add(user, { kind: 'file-changed', v: { what: kind, action: 'set' } });
  } else {
    const { message: error, data: errorData } = refused;
    entry.upload = { ...withoutErrorData(entry.upload), state: 'failed', error, ...(errorData && { errorData }) };
    logger.warn({ kind, by, reason: refused.message }, 'uploaded file was refused');
  }
  const finished = [...uploads].filter(([, other]) => !isUnfinished(other));
  for (const [old] of finished.slice(0, Math.max(0, finished.length - MAX_FINISHED))) uploads.delete(old);
}
