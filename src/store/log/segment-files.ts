import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errnoOf } from '../../errors.js';
import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import { placeSegments, type MisplacedSegment, type SegmentPlace } from './place-segments.js';
import { describeUnreadable, fileFault, isFileFault } from './read-guard.js';
import { readLines } from './scan.js';
import {
  findIrregularSegments,
  findSegments,
  numberOfSegment,
  rawName,
  sortedName,
  type LogFolder,
  type Segment,
  type SegmentFiles,
} from './segment.js';
import { openSortedSegment, type SortedSegment } from './sorted/sorted-segment.js';
import { createUnreadableSegment } from './unreadable-segment.js';

/** The files of one segment; `first`: of its entries, if they are known. */
export type PlacedFile = SegmentFiles & {
  /** the number that its files are called by */
  readonly name: number;
  readonly opened?: SortedSegment;
  /** why it could not be opened */
  readonly fault?: unknown;
  readonly isIrregular?: boolean;
};

/** A segment that cannot be read. */
export type UnreadableFile = {
  readonly path: string;
  readonly error: unknown;
  readonly loss: GatewayMessage;
  readonly segment: Segment;
};

export type SegmentFilesFound = {
  /** in the order of their entries; no entry is in two of them */
  readonly files: readonly PlacedFile[];
  readonly misplaced: readonly MisplacedSegment[];
  /** what has the name of a segment that may still be written to, and is no file */
  readonly irregular: string | undefined;
};

/** A long history has hundreds of indexes; opening them one by one would take most of a start. */
const MAX_CONCURRENT_OPENS = 32;
/** A raw segment has its first entry here, unless it is damaged. */
const FIRST_LINES_BYTES = 65_536;
/** No line of the log is shorter. */
const MIN_LINE_BYTES = 80;

/** Finds the segments and opens those that are sorted. `covered`: the last entry of the snapshot. */
export async function openSegmentFiles(folder: LogFolder, covered: number): Promise<SegmentFilesFound> {
  const regular = await findSegments(folder.path);
  const irregular = await findIrregularFiles(folder.path, regular, covered);
  const found = [...regular, ...irregular.closed].sort((a, b) => a.first - b.first);
  const opened: PlacedFile[] = [];
  for (let index = 0; index < found.length; index += MAX_CONCURRENT_OPENS) {
    const batch = found
      .slice(index, index + MAX_CONCURRENT_OPENS)
      .map((file, at) => openFound(folder, file, found[index + at + 1]?.first));
    opened.push(...(await Promise.all(batch)));
  }
  const { kept, misplaced } = placeSegments(opened.map((file, index) => placeOf(file, opened[index + 1]?.name)));
  await Promise.all(opened.filter((file) => !kept.some((place) => place.file === file)).map(closeFile));
  return { files: kept.map(({ file }) => file), misplaced, irregular: irregular.open };
}

export async function closeFile({ opened }: PlacedFile): Promise<void> {
  await opened?.close();
}

/** A closed segment that is no file is passed over; one that may still be written to stops the writing. */
async function findIrregularFiles(
  path: string,
  regular: readonly SegmentFiles[],
  covered: number,
): Promise<{ readonly closed: readonly PlacedFile[]; readonly open: string | undefined }> {
  const closed: PlacedFile[] = [];
  let open: string | undefined;
  for (const irregular of await findIrregularSegments(path)) {
    const fileName = basename(irregular);
    const name = numberOfSegment(fileName) ?? 0;
    const isFree = !regular.some(({ first }) => first === name);
    const isCovered = regular.some(({ first }) => first > name && first <= covered + 1);
    const sorted = fileName === sortedName(name);
    if (isCovered && isFree) closed.push({ first: name, name, raw: !sorted, sorted, isIrregular: true });
    else if (!isCovered) open ??= irregular;
  }
  return { closed, open };
}

async function openFound(
  folder: LogFolder,
  file: SegmentFiles & { readonly isIrregular?: boolean },
  next: number | undefined,
): Promise<PlacedFile> {
  const { first: name, raw } = file;
  try {
    if (raw && file.isIrregular === true) throw await irregularFault(join(folder.path, rawName(name)));
    if (raw) return { ...file, name, first: await firstNumber(join(folder.path, rawName(name)), name) };
    const opened = await openSortedSegment(folder, name, next);
    return { ...file, name, opened, first: opened.first };
  } catch (error) {
    if (!isFileFault(error)) throw error;
    return { ...file, name, fault: error };
  }
}

/** Why it cannot be read: the error of a link that leads nowhere names the reason. */
const irregularFault = (path: string): Promise<Error> =>
  stat(path).then(
    () => Object.assign(new Error('it is not a regular file'), { code: 'ENOTREG' }),
    (error: unknown) => error as Error,
  );

/** The number of the first entry of a raw segment, if that is before its name: its file was copied or renamed. */
async function firstNumber(path: string, name: number): Promise<number> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(FIRST_LINES_BYTES), 0, FIRST_LINES_BYTES, 0);
    const [line] = [...readLines(buffer.subarray(0, bytesRead))].filter(({ entry }) => entry !== undefined);
    return Math.min(name, line?.entry?.n ?? name);
  } finally {
    await file.close();
  }
}

type FilePlace = SegmentPlace & { readonly file: PlacedFile };

function placeOf(file: PlacedFile, next = Infinity): FilePlace {
  const { name, first, raw, opened } = file;
  return {
    name,
    fileName: raw ? rawName(name) : sortedName(name),
    first,
    // What follows in a raw segment is what a failed write left.
    last: opened?.last() ?? Math.max(first, next - 1),
    isUnreadable: file.fault !== undefined,
    file,
  };
}

/** Where a segment ends: before the next one, or nowhere yet. */
export type SegmentEnd = {
  /** first entry of the next segment; undefined: it is the newest */
  readonly before: number | undefined;
  readonly covered: number;
};

/**
 * Whether a start passes over a file that it cannot read. The snapshot has the entries of a closed segment. Without the
 * others, devices and users are lost as well: a person has to give the file back, unless it is gone with its disk.
 */
export function isPassable(error: unknown, { repeats }: LogFolder, file: PlacedFile, end: SegmentEnd): boolean {
  if (!isFileFault(error)) return false;
  // A gateway that runs on the folder has removed it.
  if (repeats === undefined && errnoOf(error) === 'ENOENT' && file.isIrregular !== true) return false;
  const isCovered = end.before !== undefined && end.before <= end.covered + 1;
  return isCovered || /^(?:EIO|EREMOTEIO|Unknown system error)/.test(errnoOf(error) ?? '');
}

/** The gap that an unreadable file leaves. The newest file leaves one as long as the entries that it can have. */
export async function createGap(
  folder: LogFolder,
  file: PlacedFile,
  before: number | undefined,
  error: unknown,
): Promise<UnreadableFile> {
  const { name, first, raw } = file;
  const fileName = raw ? rawName(name) : sortedName(name);
  const path = join(folder.path, fileName);
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  const to = Math.max(first, before === undefined ? first + Math.ceil(bytes / MIN_LINE_BYTES) : before - 1);
  const loss = describeUnreadable(fileName, error, { from: first, to });
  const onOpened = (): void => folder.repeats?.withdraw(loss);
  // A raw segment that a start could not read stays as it is until the next one.
  const open = raw ? () => Promise.reject(fileFault(english(loss))) : () => openSortedSegment(folder, name, before);
  const segment = createUnreadableSegment({ from: first, to, bytes, open, onOpened });
  return { path, error, loss, segment };
}
