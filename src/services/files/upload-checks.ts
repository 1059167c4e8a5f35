import type { DiskSpace } from '../../disk/space.js';
import type { PartFiles } from '../../disk/part-files.js';
import { failure, messageOf, type Failure } from '../../errors.js';
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
  const { maxBytes, noun } = kinds[kind];
  if (size > maxBytes) return failure('validation_failed', `/size is too large: ${noun} has at most ${maxBytes} bytes`);
  if (unfinished.length >= MAX_UNFINISHED)
    return failure('limit_reached', `${MAX_UNFINISHED} uploads are unfinished: complete or delete one of them first`);
  const promised = unfinished.reduce((sum, { upload }) => sum + upload.size - upload.received, 0);
  const spare = spareBytes(diskSpace()) - promised;
  if (size <= spare) return undefined;
  return failure(
    'limit_reached',
    `the disk has too little free space: ${Math.max(0, spare)} bytes are left for files, the upload has ${size}; ` +
      '1 GiB and a tenth of the disk stay free',
  );
}

export function checkPart(
  { partBytes, diskSpace, spareBytes }: UploadChecksOptions,
  { upload, isWriting }: UploadEntry,
  offset: number,
  length: number,
): Failure | undefined {
  const { state, received, size } = upload;
  if (isWriting) return failure('conflict', 'another part of this upload is being stored: wait for its answer');
  if (state !== 'receiving') return failure('conflict', 'the upload is complete');
  if (offset !== received) return failure('conflict', `the next part starts at offset ${received}`);
  if (length === 0) return failure('validation_failed', 'the part is empty');
  if (length > partBytes) return failure('payload_too_large', `the part is too large: at most ${partBytes} bytes`);
  if (offset + length > size)
    return failure('validation_failed', `the part goes beyond the ${size} bytes of the upload`);
  if (length > spareBytes(diskSpace()))
    return failure('limit_reached', 'the disk has too little free space: 1 GiB and a tenth of the disk stay free');
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
    if (sha256 !== undefined && (await files.sha256(upload.id)) !== sha256)
      return failure('validation_failed', 'the file does not match its SHA-256: send it again');
    const accepted = await kinds[upload.kind].accept(files.pathOf(upload.id), upload, user);
    return accepted.ok ? undefined : accepted;
  } catch (error) {
    logger.error({ err: error, kind: upload.kind }, 'uploaded file could not be put to use');
    return failure('internal', `the file could not be put to use: ${messageOf(error)}`);
  }
}
