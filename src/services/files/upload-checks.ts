import type { DiskSpace } from '../../disk/space.js';
import type { PartFiles } from '../../disk/part-files.js';
import { messageOf, type Failure } from '../../errors.js';
import { uploadErrors } from './messages.js';
import type { Logger } from '../../logger.js';
import type { User } from '../../schema/accounts/user.js';
import type { Upload, UploadInput } from '../../schema/system/upload.js';
import type { UploadKinds } from './upload-kinds.js';

/** An upload of this run or a previous one. */
export type UploadEntry = {
  upload: Upload;
  readonly sha256: string | undefined;
  /** monotonic ms of the last part */
  usedAt: number;
  isWriting: boolean;
  isStartChecked: boolean;
};

export type UploadChecksOptions = {
  readonly files: Pick<PartFiles<object>, 'readStart' | 'sha256' | 'pathOf'>;
  readonly kinds: UploadKinds;
  readonly diskSpace: () => DiskSpace;
  /** what files may take of the disk: see `spareBytes` */
  readonly spareBytes: (space: DiskSpace) => number;
  /** bytes of the largest part */
  readonly partBytes: number;
  readonly logger: Pick<Logger, 'error'>;
};

export const MAX_UNFINISHED = 3;

/** Why an upload is refused before its first byte. */
export function checkRoom(
  { kinds, diskSpace, spareBytes }: UploadChecksOptions,
  unfinished: readonly UploadEntry[],
  { kind, size }: Pick<UploadInput, 'kind' | 'size'>,
): Failure | undefined {
  const { maxBytes, tooLarge } = kinds[kind];
  if (size > maxBytes) return tooLarge({ limit: maxBytes }, '/size');
  if (unfinished.length >= MAX_UNFINISHED) return uploadErrors.tooMany({ limit: MAX_UNFINISHED });
  const promised = unfinished.reduce((sum, { upload }) => sum + upload.size - upload.received, 0);
  const spare = spareBytes(diskSpace()) - promised;
  if (size <= spare) return undefined;
  return uploadErrors.noRoom({ left: Math.max(0, spare), size });
}

export function checkPart(
  { partBytes, diskSpace, spareBytes }: UploadChecksOptions,
  { upload, isWriting }: UploadEntry,
  offset: number,
  length: number,
): Failure | undefined {
  const { state, received, size } = upload;
  if (isWriting) return uploadErrors.partIsWritten();
  if (state !== 'receiving') return uploadErrors.complete();
  if (offset !== received) return uploadErrors.otherOffset({ offset: received });
  if (length === 0) return uploadErrors.partEmpty();
  if (length > partBytes) return uploadErrors.partTooLarge({ limit: partBytes });
  if (offset + length > size) return uploadErrors.partBeyondEnd({ size });
  if (length > spareBytes(diskSpace())) return uploadErrors.noRoomForPart();
  return undefined;
}

export async function checkStart(
  { files, kinds }: UploadChecksOptions,
  entry: UploadEntry,
): Promise<Failure | undefined> {
  const { id, kind, size, received } = entry.upload;
  const { startBytes, checkStart: check } = kinds[kind];
  if (entry.isStartChecked || received < Math.min(startBytes, size)) return undefined;
  entry.isStartChecked = true;
  return check(await files.readStart(id, startBytes), size);
}

/** Checks a complete file and puts it to use; the reason if it is refused. */
export async function accept(
  { files, kinds, logger }: UploadChecksOptions,
  entry: UploadEntry,
  user: User,
): Promise<Failure | undefined> {
  const { upload, sha256 } = entry;
  try {
    if (sha256 !== undefined && (await files.sha256(upload.id)) !== sha256) return uploadErrors.otherSum();
    const accepted = await kinds[upload.kind].accept(files.pathOf(upload.id), upload, user);
    return accepted.ok ? undefined : accepted;
  } catch (error) {
    logger.error({ err: error, kind: upload.kind }, 'uploaded file could not be put to use');
    return uploadErrors.notUsed({ detail: messageOf(error) });
  }
}
