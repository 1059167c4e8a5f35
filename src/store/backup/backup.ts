import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errnoOf, errorOf } from '../../errors.js';
import { syncFolder } from '../../disk/durable.js';
import { describeIoError, explainedIo, explainingIo } from '../io-error.js';
import { english } from '../../messages/english.js';
import { storeErrors } from '../messages.js';
import { readVersion } from '../state/format.js';
import { FORMAT } from '../state/migrations/index.js';
import { readRetentionMark } from '../log/retention-mark.js';
import { isFileFault } from '../log/read-guard.js';
import { salvageLines } from '../log/salvage.js';
import {
  describeEntries,
  findIrregularSegments,
  findSegments,
  rawName,
  sortedName,
  type SegmentFiles,
} from '../log/segment.js';
import { removeUnfinished, UNFINISHED } from './unfinished.js';
import { encryptSecrets, type EncryptedSecrets } from './secrets.js';
import { appendChecksum, verifyChecksum } from '../state/snapshot.js';
import { parseState } from '../state/read-state.js';
import type { State } from '../state/state.js';
import { YARD_FILE, YARD_FOLDER } from './swap.js';

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
/** What the disk could not read: it is not in the backup. */
type BackupGap = { readonly incomplete: string };
export type BackupFoot = { readonly files: number; readonly bytes: number; readonly sha256: string };

const LF = 10;
/** Compressed at a time, so that a reader who leaves ends the backup soon. */
const PIECE_BYTES = 1_048_576;

export type BackupOptions = {
  /** the data folder; a gateway may be running on it */
  readonly folder: string;
  /** UTC */
  readonly made: string;
  /** without one, the backup has no secrets: after a restore every user signs in again */
  readonly passphrase?: string | undefined;
  /** called with the share done, 0 to 1 */
  readonly onProgress?: (share: number) => void;
};

/** `incomplete`: what could not be read. */
export type WrittenBackup = BackupFoot & { readonly incomplete: readonly string[] };

/**
 * Writes a backup with everything that was acknowledged before it started: it reads the state first, then the log, whose
 * closed segments never change and whose newest segment only grows. Rejects with `store_unavailable` if retention dropped
 * segments that this state does not cover. What the disk cannot read is left out, and named in the backup.
 */
export async function writeBackup({
  file,
  ...options
}: BackupOptions & { readonly file: string }): Promise<WrittenBackup> {
  let foot: WrittenBackup | undefined;
  const onFoot = (written: WrittenBackup): void => {
    foot = written;
  };
  await explainingIo(file, () => removeUnfinished(file, Date.parse(options.made)));
  // The content names the files that it cannot read by itself.
  const content = Readable.from(explainedContent(options, onFoot));
  await explainingIo(file, () => writeContent(file, content));
  if (foot === undefined) throw new Error('the backup has no end');
  return foot;
}

/** The file has all of `content`, or is what it was before. */
async function writeContent(file: string, content: Readable): Promise<void> {
  const temporary = `${file}${UNFINISHED}`;
  try {
    const target = createWriteStream(temporary, { mode: 0o600, flags: 'wx' });
    await pipeline(content, createGzip(), target);
    const written = await open(temporary, 'r+');
    try {
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(temporary, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function* explainedContent(
  options: BackupOptions,
  onFoot: (foot: WrittenBackup) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* backupContent(options, onFoot);
  } catch (error) {
    throw explainedIo(error, options.folder, 'folder');
  }
}

/**
 * The same as a stream, for a download: at most one file of the store and its compressed parts are in memory. The stream
 * ends with an error if the backup fails, so a reader never takes a part of it for all.
 */
export function streamBackup(options: BackupOptions): Readable {
  const zipped = createGzip();
  pipeline(Readable.from(backupContent(options)), zipped).catch(() => undefined);
  return zipped;
}

async function* backupContent(
  { folder, made, passphrase, onProgress }: BackupOptions,
  onFoot?: (foot: WrittenBackup) => void,
): AsyncGenerator<Buffer> {
  const sum = createHash('sha256');
  let files = 0;
  let bytes = 0;
  const line = (value: object): Buffer => {
    const text = Buffer.from(`${JSON.stringify(value)}\n`);
    sum.update(text);
    return text;
  };
  const head: BackupHead = { waypost: 'backup', version: 1, made, format: await readVersion(folder, FORMAT) };
  yield line(head);
  const incomplete: string[] = [];
  const note = (what: string): void => {
    incomplete.push(what);
  };
  const keys = passphrase === undefined ? undefined : await readIfReadable(folder, 'keys.json', note);
  if (keys !== undefined && passphrase !== undefined) yield line({ secrets: encryptSecrets(keys, passphrase) });
  for await (const { name, bytes: content, share } of storeFiles(folder, note)) {
    const file: BackupFile = { file: name, bytes: content.length };
    yield line(file);
    sum.update(content);
    for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
    files += 1;
    bytes += content.length;
    onProgress?.(share);
  }
  for (const what of incomplete) {
    const gap: BackupGap = { incomplete: what };
    yield line(gap);
  }
  const foot = { files, bytes, sha256: sum.copy().digest('hex') };
  onFoot?.({ ...foot, incomplete });
  yield line(foot);
}

type BackupContent = { readonly name: string; readonly bytes: Buffer; readonly share: number };

async function* storeFiles(folder: string, note: NoteGap): AsyncGenerator<BackupContent> {
  const state =
    (await readIfReadable(folder, 'state.json', note)) ?? (await readIfReadable(folder, 'state.1.json', note));
  if (state !== undefined) yield { name: 'state.json', bytes: state, share: 0 };
  yield* segmentFiles(folder, state, note);
  const kept = await withRetentionMark(folder, state);
  if (kept !== undefined) yield { name: 'state.json', bytes: kept, share: 1 };
  yield* yardFiles(folder, note);
}

/** The picture of the yard. If it is replaced meanwhile, the backup has none. */
async function* yardFiles(folder: string, note: NoteGap): AsyncGenerator<BackupContent> {
  const place = await readIfReadable(folder, `${YARD_FOLDER}/${YARD_FILE}`, note);
  if (place === undefined) return;
  const [name] = /picture-[0-9a-f]{16}/.exec(place.toString('utf8')) ?? [];
  const picture = name === undefined ? undefined : await readIfReadable(folder, `${YARD_FOLDER}/${name}`, note);
  if (picture === undefined) return;
  yield { name: `${YARD_FOLDER}/${name}`, bytes: picture, share: 1 };
  yield { name: `${YARD_FOLDER}/${YARD_FILE}`, bytes: place, share: 1 };
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
async function* segmentFiles(folder: string, state: Buffer | undefined, note: NoteGap): AsyncGenerator<BackupContent> {
  const log = join(folder, 'log');
  for (const path of await findIrregularSegments(log)) note(`log/${basename(path)} is not a regular file`);
  const segments = (await findSegments(log)).reverse();
  for (const [index, segment] of segments.entries()) {
    const next = segments[index - 1]?.first;
    const found = await readSegment(log, segment, next, note);
    if (found === undefined) {
      if ((next ?? Infinity) <= lastEntryOf(state) + 1) return;
      // The dropped entries are newer than the state read above: they would be missing from the backup.
      throw errorOf(storeErrors.droppedInBackup());
    }
    if (found !== 'unreadable') yield { ...found, share: (index + 1) / segments.length };
  }
}

/** Number of the last entry in the bytes of a snapshot. */
const lastEntryOf = (state: Buffer | undefined): number =>
  state === undefined ? 0 : parseState(state.toString('utf8').split('\n', 1)[0] ?? '').n;

/** A running gateway may sort the segment, and remove its raw file, at the same time. */
async function readSegment(
  folder: string,
  { first, sorted }: SegmentFiles,
  next: number | undefined,
  note: NoteGap,
): Promise<Omit<BackupContent, 'share'> | 'unreadable' | undefined> {
  for (const fileName of sorted ? [sortedName(first)] : [rawName(first), sortedName(first)]) {
    const path = join(folder, fileName);
    const name = `log/${fileName}`;
    try {
      const bytes = await readIfExists(path);
      // Complete lines only: the last write to the newest segment may be in progress.
      if (bytes !== undefined) return { name, bytes: bytes.subarray(0, bytes.lastIndexOf(LF) + 1) };
    } catch (error) {
      if (!isFileFault(error)) throw error;
      const { lines, missing } = await salvageLines(path, first, next);
      const lost = missing.map((range) => english(describeEntries(range))).join(', ');
      note(`${name} cannot be read (${describeIoError(error)}): missing ${lost === '' ? 'no known entry' : lost}`);
      return lines.length === 0 ? 'unreadable' : { name, bytes: lines };
    }
  }
  return undefined;
}

type NoteGap = (what: string) => void;

/** Undefined, and named, if the disk cannot read it. */
async function readIfReadable(folder: string, name: string, note: NoteGap): Promise<Buffer | undefined> {
  try {
    return await readIfExists(join(folder, name));
  } catch (error) {
    if (!isFileFault(error)) throw error;
    note(`${name} cannot be read (${describeIoError(error)})`);
    return undefined;
  }
}

async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
