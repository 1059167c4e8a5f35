import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errnoOf, WaypostError } from '../../errors.js';
import { syncFolder } from '../../disk/durable.js';
import { readVersion } from '../state/format.js';
import { FORMAT } from '../state/migrations/index.js';
import { readRetentionMark } from '../log/retention-mark.js';
import { findSegments, rawName, sortedName, type SegmentFiles } from '../log/segment.js';
import { encryptSecrets, type EncryptedSecrets } from './secrets.js';
import { appendChecksum, verifyChecksum } from '../state/snapshot.js';
import { parseState, type State } from '../state/state.js';

/**
 * A backup is one gzip file of lines: a head, then for each file of the store a line with its name and size followed by
 * its bytes, then a foot with the SHA-256 of everything before it. `zcat` shows it.
 */
export type BackupHead = {
  readonly waypost: 'backup';
  readonly version: 1;
  readonly made: string;
  /** format of the store; 1 if omitted */
  readonly format?: number;
};
export type BackupFile = { readonly file: string; readonly bytes: number };
export type BackupSecrets = { readonly secrets: EncryptedSecrets };
export type BackupFoot = { readonly files: number; readonly bytes: number; readonly sha256: string };

const LF = 10;

export type BackupOptions = {
  /** the data folder; a gateway may be running on it */
  readonly folder: string;
  readonly file: string;
  /** UTC */
  readonly made: string;
  /** without one, the backup has no secrets: after a restore every user signs in again */
  readonly passphrase?: string | undefined;
  /** called with the share done, 0 to 1 */
  readonly onProgress?: (share: number) => void;
};

/**
 * Writes a backup with everything that was acknowledged before it started: it reads the state first, then the log, whose
 * closed segments never change and whose newest segment only grows. Rejects with `store_unavailable` if retention dropped
 * segments that this state does not cover.
 */
export async function writeBackup({ folder, file, made, passphrase, onProgress }: BackupOptions): Promise<BackupFoot> {
  const sum = createHash('sha256');
  const foot = { files: 0, bytes: 0 };

  const line = (value: object): Buffer => {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    sum.update(bytes);
    return bytes;
  };

  async function* content(): AsyncGenerator<Buffer> {
    const head: BackupHead = { waypost: 'backup', version: 1, made, format: await readVersion(folder, FORMAT) };
    yield line(head);
    const keys = passphrase === undefined ? undefined : await readIfExists(join(folder, 'keys.json'));
    if (keys !== undefined && passphrase !== undefined) yield line({ secrets: encryptSecrets(keys, passphrase) });
    for await (const { name, bytes, share } of storeFiles(folder)) {
      const head: BackupFile = { file: name, bytes: bytes.length };
      yield line(head);
      sum.update(bytes);
      yield bytes;
      foot.files += 1;
      foot.bytes += bytes.length;
      onProgress?.(share);
    }
    yield line({ ...foot, sha256: sum.copy().digest('hex') });
  }

  const temporary = `${file}.tmp`;
  // Opening a pipe that is in its place would wait for a reader, for ever.
  await rm(temporary, { force: true });
  try {
    await pipeline(Readable.from(content()), createGzip(), createWriteStream(temporary, { mode: 0o600, flags: 'wx' }));
    const written = await open(temporary, 'r+');
    await written.sync();
    await written.close();
    await rename(temporary, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { ...foot, sha256: sum.digest('hex') };
}

type BackupContent = { readonly name: string; readonly bytes: Buffer; readonly share: number };

async function* storeFiles(folder: string): AsyncGenerator<BackupContent> {
  const state = (await readIfExists(join(folder, 'state.json'))) ?? (await readIfExists(join(folder, 'state.1.json')));
  if (state !== undefined) yield { name: 'state.json', bytes: state, share: 0 };
  yield* segmentFiles(folder, state);
  const kept = await withRetentionMark(folder, state);
  if (kept !== undefined) yield { name: 'state.json', bytes: kept, share: 1 };
}

/**
 * The state with what retention left by now, if it did not have that: else a restore would take what was dropped since
 * the snapshot for lost. It replaces the one before it in the backup.
 */
async function withRetentionMark(folder: string, state: Buffer | undefined): Promise<Buffer | undefined> {
  const keptFrom = await readRetentionMark(join(folder, 'log'));
  if (state === undefined || keptFrom === undefined) return undefined;
  let stored: Partial<Pick<State, 'keptFrom'>>;
  try {
    stored = JSON.parse(verifyChecksum(state.toString('utf8'))) as typeof stored;
  } catch {
    // A damaged snapshot is restored as it is, and reported there.
    return undefined;
  }
  // A version that did not keep the number wrote the state: the log is the only evidence.
  if ((stored.keptFrom ?? keptFrom) >= keptFrom) return undefined;
  return Buffer.from(appendChecksum(JSON.stringify({ ...stored, keptFrom })));
}

/** The log newest first: retention drops the oldest segments, so a concurrent drop leaves no gap. */
async function* segmentFiles(folder: string, state: Buffer | undefined): AsyncGenerator<BackupContent> {
  const segments = (await findSegments(join(folder, 'log'))).reverse();
  for (const [index, segment] of segments.entries()) {
    const found = await readSegment(join(folder, 'log'), segment);
    if (found === undefined) {
      const oldest = segments[index - 1]?.first ?? Infinity;
      if (oldest <= lastEntryOf(state) + 1) return;
      // The dropped entries are newer than the state read above: they would be missing from the backup.
      throw new WaypostError('store_unavailable', 'store.retention dropped history during the backup: try again');
    }
    yield { ...found, share: (index + 1) / segments.length };
  }
}

/** Number of the last entry in the bytes of a snapshot. */
const lastEntryOf = (state: Buffer | undefined): number =>
  state === undefined ? 0 : parseState(state.toString('utf8').split('\n', 1)[0] ?? '').n;

/** A running gateway may sort the segment, and remove its raw file, at the same time. */
async function readSegment(
  folder: string,
  { first, sorted }: SegmentFiles,
): Promise<Omit<BackupContent, 'share'> | undefined> {
  for (const name of sorted ? [sortedName(first)] : [rawName(first), sortedName(first)]) {
    const bytes = await readIfExists(join(folder, name));
    // Complete lines only: the last write to the newest segment may be in progress.
    if (bytes !== undefined) return { name: `log/${name}`, bytes: bytes.subarray(0, bytes.lastIndexOf(LF) + 1) };
  }
  return undefined;
}

async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
