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
import { findSegments, rawName, sortedName, type SegmentFiles } from '../log/segment.js';
import { encryptSecrets, type EncryptedSecrets } from './secrets.js';
import { parseState } from '../state/state.js';

/**
 * A backup is one file, gzip over lines: a head, then for each file of the store a line with its name and size and its
 * bytes as they are, then a foot with the SHA-256 of all before it. `zcat` shows it.
 */
export type BackupHead = {
  readonly waypost: 'backup';
  readonly version: 1;
  readonly made: string;
  /** of the store in it; 1 when left out */
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
  /** without one the backup has no secrets: after a restore everyone signs in again */
  readonly passphrase?: string | undefined;
  /** told the share done, 0 to 1 */
  readonly onProgress?: (share: number) => void;
};

/**
 * Writes a backup. It holds all that was acknowledged before it began: the state is read first, then the log, whose
 * closed segments never change and whose newest one only grows. Rejects with `store_unavailable` when so much was dropped
 * meanwhile that the two do not meet.
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
  try {
    await pipeline(Readable.from(content()), createGzip(), createWriteStream(temporary, { mode: 0o600 }));
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

/** The log newest first: retention drops the oldest, so what it takes away meanwhile leaves no hole. */
async function* storeFiles(folder: string): AsyncGenerator<BackupContent> {
  const state = (await readIfExists(join(folder, 'state.json'))) ?? (await readIfExists(join(folder, 'state.1.json')));
  if (state !== undefined) yield { name: 'state.json', bytes: state, share: 0 };
  const segments = (await findSegments(join(folder, 'log'))).reverse();
  for (const [index, segment] of segments.entries()) {
    const found = await readSegment(join(folder, 'log'), segment);
    if (found === undefined) {
      const oldest = segments[index - 1]?.first ?? Infinity;
      if (oldest <= lastEntryOf(state) + 1) return;
      // The state read above is older than what was dropped: what it lacks is nowhere in the backup.
      throw new WaypostError('store_unavailable', 'much history was dropped while the backup was written: try again');
    }
    yield { ...found, share: (index + 1) / segments.length };
  }
}

/** Number of the last entry that a snapshot, as bytes, holds. */
const lastEntryOf = (state: Buffer | undefined): number =>
  state === undefined ? 0 : parseState(state.toString('utf8').split('\n', 1)[0] ?? '').n;

/** A segment may be sorted, and its raw file go, while it is asked for. */
async function readSegment(
  folder: string,
  { first, sorted }: SegmentFiles,
): Promise<Omit<BackupContent, 'share'> | undefined> {
  for (const name of sorted ? [sortedName(first)] : [rawName(first), sortedName(first)]) {
    const bytes = await readIfExists(join(folder, name));
    // Of the newest segment only whole lines are taken: the last write may be under way.
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
