import type { Stats } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_STATE_FILE_BYTES } from '../../domain/bounds.js';
import { errnoOf } from '../../errors.js';
import { english } from '../../messages/english.js';
import { describeIoError } from '../io-error.js';
import { isFileFault } from '../log/read-guard.js';
import { salvageLines } from '../log/salvage.js';
import { damageIn, saveCorruptBytes } from '../log/save-corrupt.js';
import { assertSupported } from '../state/format.js';
import type { State } from '../state/state.js';
import { createTailFold } from '../state/tail-fold.js';
import type { OnTail } from '../log/scan-segments.js';
import { StateTooLarge } from '../state/snapshot.js';
import { FORMAT } from '../state/migrations/index.js';
import { readLines } from '../log/scan.js';
import { checkKeys } from './check-keys.js';
import { MOVING } from './move-segments.js';
import { inspect, type Inspection } from './inspect.js';
import { createLogRoom, reachOf, type HistoryReach, type ReachOptions } from '../log/log-room.js';
import { createMisfitCount, emptyIfAbsent, findSegments, describeLoss, sortedName } from '../log/segment.js';
import { verifyIndex, verifyOrder } from '../log/sorted/sorted-segment.js';

/** A problem in the data folder. */
export type Finding = {
  readonly file: string;
  readonly what: string;
  /** `loss`: data is lost; `fault`: nothing is lost yet; `note`: nothing to do */
  readonly weight: 'loss' | 'fault' | 'note';
  /** how to fix it */
  readonly remedy: string;
};

export type FolderCheck = {
  readonly entries: number;
  readonly segments: number;
  /** the newest time of a trusted clock in the newest snapshot, UTC; empty: none */
  readonly latestTrustedTime: string;
  readonly findings: readonly Finding[];
  /** how far back history reaches, if it was asked for */
  readonly reach?: HistoryReach;
};

export type CheckOptions = {
  /** `share`: how much of the log has been read, 0 to 1 */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** what limits the history; left out: its reach is not computed */
  readonly limits?: Pick<ReachOptions, 'retention' | 'segmentBytes' | 'now'> | undefined;
};

const LOST_REMEDY = 'restore a backup that contains it';
const REPAIR_REMEDY = 'stop the gateway and run: waypost check --repair';
const REPEATED_REMEDY =
  'nothing to do: the gateway repeats the write by itself; while it is stopped, waypost check --repair removes the file';

const PASSES = 3;
/** Long enough for the few syncs that an operation of a running gateway takes. */
const PASS_INTERVAL_MS = 300;

/**
 * Reads every line in the data folder and changes nothing. Works while a gateway runs: an operation that is half done in
 * one pass is done in the next, so only findings of every pass count.
 */
export async function checkFolder(folder: string, options: CheckOptions = {}): Promise<FolderCheck> {
  await assertSupported(folder, FORMAT);
  let checked = await checkOnce(folder, options);
  for (let passes = 1; passes < PASSES && checked.findings.length > 0; passes++) {
    await delay(PASS_INTERVAL_MS);
    const { findings } = checked;
    const again = await checkOnce(folder, options);
    checked = { ...again, findings: again.findings.filter((one) => findings.some((other) => isSame(one, other))) };
  }
  return checked;
}

const isSame = (a: Finding, b: Finding): boolean => a.file === b.file && a.what === b.what;

async function checkOnce(folder: string, { onProgress, limits }: CheckOptions): Promise<FolderCheck> {
  const log = join(folder, 'log');
  const findings: Finding[] = [];
  const maxBytes = MAX_STATE_FILE_BYTES;
  const createFold = (state: State): OnTail =>
    createTailFold(state, { logPath: log, snapshotBytes: maxBytes, maxBytes });
  const inspected = await inspect(folder, { maxBytes, createFold }).catch((error: unknown) => {
    if (error instanceof StateTooLarge) return error;
    throw error;
  });
  if (inspected instanceof StateTooLarge) return tooLarge(folder, inspected);
  const { snapshots, losses, report, ...found } = inspected;
  for (const { path, problem } of snapshots) {
    if (problem !== null) findings.push({ file: path, what: problem, weight: 'fault', remedy: REPAIR_REMEDY });
  }
  for (const { segment, bytes, damages } of found.raw) {
    for (const loss of await saveCorruptBytes(segment.file.path, damageIn(bytes), damages, undefined)) report(loss);
  }
  const reach = limits && (await readReach(found, limits));
  for (const segment of found.segments) await segment.close();
  for (const range of found.missing) report(describeLoss(range));
  for (const { path, loss, error } of found.unreadable)
    findings.push({ file: path, what: english(loss), weight: 'loss', remedy: unreadableRemedy(path, error) });
  for (const { fileName, what } of found.misplaced)
    findings.push({ file: join(log, fileName), what: english(what), weight: 'fault', remedy: REPAIR_REMEDY });
  for (const loss of losses) findings.push({ file: log, what: english(loss), weight: 'loss', remedy: LOST_REMEDY });
  if (found.unusable !== null)
    findings.push({ file: log, what: english(found.unusable), weight: 'loss', remedy: 'waypost restore' });
  for (const path of found.leftovers) {
    findings.push({
      file: path,
      what: 'left over from a crash; its segment is complete',
      weight: 'note',
      remedy: REPAIR_REMEDY,
    });
  }
  const segments = await findSegments(log);
  const known = new Set(
    [...found.unreadable, ...found.misplaced.map(({ fileName }) => ({ path: join(log, fileName) }))].map(
      ({ path }) => path,
    ),
  );
  for (const [index, { first, sorted }] of segments.entries()) {
    const isKnown = known.has(join(log, sortedName(first)));
    if (sorted && !isKnown) findings.push(...(await checkSorted(log, first, segments[index + 1]?.first)));
    onProgress?.((index + 1) / segments.length);
  }
  findings.push(...(await checkKeys(folder, found.state)));
  findings.push(...(await checkFolderModes(folder, log)), ...(await checkFiles(folder)), ...(await checkFiles(log)));
  const { latestTrustedTime } = found.state;
  return { entries: found.last, segments: segments.length, latestTrustedTime, findings, ...(reach && { reach }) };
}

async function readReach(
  { segments, keptFrom }: Pick<Inspection, 'segments' | 'keptFrom'>,
  limits: NonNullable<CheckOptions['limits']>,
): Promise<HistoryReach> {
  const room = createLogRoom(() => segments);
  await room.update();
  return { ...reachOf({ segments, keptFrom, ...limits }), ...room.read() };
}

/** The rest cannot be judged without the state. */
async function tooLarge(folder: string, { message }: StateTooLarge): Promise<FolderCheck> {
  const [file, what] = [join(folder, 'state.json'), message.replace(`: ${REPAIR_REMEDY}`, '')];
  const { length: segments } = await findSegments(join(folder, 'log'));
  const finding: Finding = { file, what, weight: 'fault', remedy: REPAIR_REMEDY };
  return { entries: 0, segments, latestTrustedTime: '', findings: [finding] };
}

async function checkSorted(log: string, first: number, next = first + 1): Promise<Finding[]> {
  const path = join(log, sortedName(first));
  const findings: Finding[] = [];
  try {
    const misfits = createMisfitCount();
    for (const { entry, offset, length } of readLines(await readFile(path))) {
      if (entry !== undefined) {
        misfits.add(entry);
        continue;
      }
      const what = `bytes ${offset} to ${offset + length - 1} are damaged`;
      findings.push({ file: path, what, weight: 'loss', remedy: LOST_REMEDY });
    }
    const left = misfits.describe(sortedName(first));
    if (left !== undefined) findings.push({ file: path, what: english(left), weight: 'loss', remedy: LOST_REMEDY });
    const wrong = await verifyIndex(log, first);
    if (wrong !== null)
      findings.push({ file: path, what: `the index ${wrong}`, weight: 'fault', remedy: REPAIR_REMEDY });
    const disorder = await verifyOrder(log, first);
    if (disorder !== null)
      findings.push({ file: path, what: `the order of arrival ${disorder}`, weight: 'fault', remedy: REPAIR_REMEDY });
  } catch (error) {
    if (!isFileFault(error)) throw error;
    // A running gateway has dropped it.
    if (errnoOf(error) === 'ENOENT') return [];
    const { missing } = await salvageLines(path, first, next);
    const lost = missing.map((range) => english(describeLoss(range))).join(', ');
    const what = `${sortedName(first)} cannot be read (${describeIoError(error)}): ${lost} until it can`;
    findings.push({ file: path, what, weight: 'loss', remedy: unreadableRemedy(path, error) });
  }
  return findings;
}

/** What a person does about a file that cannot be read. */
function unreadableRemedy(path: string, error: unknown): string {
  const errno = errnoOf(error) ?? '';
  if (['EACCES', 'EPERM'].includes(errno))
    return `run this command as the gateway's user; if that changes nothing: sudo chown --reference=${dirname(path)} ${path} && sudo chmod 600 ${path}`;
  if (['ENOTREG', 'EISDIR', 'ELOOP', 'ENOENT', 'ENOTDIR', 'ENXIO'].includes(errno))
    return `move it away, then ${LOST_REMEDY}`;
  return 'run waypost backup FILE on another disk now, which saves the rest; then replace this disk or card and restore FILE';
}

/** Leftover files, and files that other users can read. */
async function checkFiles(folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of await readdir(folder).catch(emptyIfAbsent)) {
    const file = join(folder, name);
    const stats = await statIfThere(file);
    if (stats === undefined) continue;
    if (name.includes('.corrupt-')) {
      const remedy = 'keep it until you know what it contains';
      findings.push({ file, what: 'bytes saved as corrupt', weight: 'note', remedy });
    }
    if (/^excess-.*\.jsonl$/.test(name)) {
      const remedy = 'keep it until you have what you need of it';
      findings.push({ file, what: 'what check --repair moved out of the state', weight: 'note', remedy });
    }
    if (name.endsWith('.tmp') && !stats.isFile()) {
      const remedy = 'move it away';
      findings.push({ file, what: 'is not a regular file', weight: 'fault', remedy });
    } else if (name.endsWith('.tmp')) {
      // A leftover file has the same time in every pass; the files that a running gateway writes have not.
      const what = `incomplete file of a write interrupted at ${stats.mtime.toISOString()}`;
      findings.push({ file, what, weight: 'note', remedy: REPEATED_REMEDY });
    }
    if (name.endsWith(MOVING)) {
      const what = 'a segment whose renaming was interrupted';
      findings.push({ file, what, weight: 'fault', remedy: REPAIR_REMEDY });
    }
    if ((stats.mode & 0o077) !== 0 && /\.json|tls-key\.pem/.test(name)) {
      findings.push({ file, what: 'readable by other users', weight: 'fault', remedy: `chmod 600 ${file}` });
    }
  }
  return findings;
}

async function checkFolderModes(...folders: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of folders) {
    const stats = await statIfThere(file);
    if (stats === undefined || (stats.mode & 0o077) === 0) continue;
    findings.push({ file, what: 'open to other users', weight: 'fault', remedy: `chmod 700 ${file}` });
  }
  return findings;
}

async function statIfThere(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    // A link that leads to itself, or a file of another user.
    if (isFileFault(error)) return lstat(file).catch(() => undefined);
    throw error;
  }
}
