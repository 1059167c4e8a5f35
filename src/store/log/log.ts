import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openFileAt, syncFolder } from '../../disk/durable.js';
import type { WriteCounter } from '../../disk/write-counters.js';
import { errorOf, type WaypostError } from '../../errors.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { AuthoredChange, Entry } from '../../schema/entry.js';
import type { FolderPresence } from '../folder-presence.js';
import { ioProblemOf } from '../io-error.js';
import { storeErrors } from '../messages.js';
import { createLineEncoder, type EncodedLines } from './entry-codec.js';
import { createRawSegment, type RawSegment } from './raw-segment.js';
import { createRowPool, type RowPool } from './row-table.js';
import { rawName, type ReadRepeats, type ReportLoss } from './segment.js';

/** Changes that share one sync, unless a single batch has more: no caller waits for a whole flood. */
const MAX_GROUP_CHANGES = 5_000;
/** A group waits this long at most for more appends. */
const MAX_GATHER_MS = 5;
/** Appends that may wait; more are refused, because the disk is too slow. */
const MAX_PENDING = 20_000;

export type LogClock = { readonly now: () => number; readonly monotonic: () => number; readonly boot: string };

export type LogOptions = {
  readonly folder: string;
  readonly clock: LogClock;
  /** a segment is closed at this size; read before each write: may be changed */
  readonly segmentBytes: number;
  /** number of the next entry */
  readonly next: number;
  /** the segment to continue, if there is one with room */
  readonly active?: RawSegment;
  /** called with the entries of one batch once they are on stable storage, and their size */
  readonly onStored: (entries: readonly Entry[], bytes: number) => void;
  /** resolves once a new segment may be started */
  readonly ready?: () => Promise<void>;
  /** called when a new segment was started; the previous one, if any, is complete */
  readonly onSegmentStarted: (started: RawSegment, complete: RawSegment | undefined) => void;
  /** called when a read finds a damaged entry */
  readonly report: ReportLoss;
  /** nothing is written while the folder is gone */
  readonly presence?: Pick<FolderPresence, 'problem' | 'noteDeleted'>;
  readonly repeats?: ReadRepeats;
  /** why nothing could be written when the store was opened: `active` is open for reading only */
  readonly problem?: GatewayMessage | undefined;
  /** why nothing may be written at present, so that there is room for other files of the store; null: it may */
  readonly noRoom?: () => GatewayMessage | null;
  /** called when writing begins to fail, and with null when it works again */
  readonly onProblem?: (problem: GatewayMessage | null) => void;
  /** opens the file of a new segment; a test passes one that fails */
  readonly open?: typeof openFileAt;
  /** counts what is written */
  readonly counter?: WriteCounter;
};

export type Log = {
  /** All the changes or none, in one batch; resolves once they are on stable storage, rejects with `store_unavailable`. */
  readonly append: (changes: readonly AuthoredChange[]) => Promise<readonly Entry[]>;
  /** Resolves once the disk has responded, with success or an error, after the appends already waiting; writes nothing. */
  readonly probe: () => Promise<void>;
  /** Starts another segment. */
  readonly endSegment: () => void;
  /** why the last write failed; null while writing works */
  readonly problem: () => GatewayMessage | null;
  /** waits for pending appends; later ones are refused */
  readonly close: () => Promise<void>;
};

type PendingAppend = {
  readonly changes: readonly AuthoredChange[];
  readonly resolve: (entries: readonly Entry[]) => void;
  readonly reject: (error: WaypostError) => void;
};
/** The appends of one write, and their entries. */
type Group = { readonly callers: readonly PendingAppend[]; readonly entries: readonly (readonly Entry[])[] };

type LogState = {
  readonly options: LogOptions;
  readonly pending: PendingAppend[];
  readonly encode: (entries: readonly Entry[]) => EncodedLines;
  readonly pool: RowPool;
  /** number of the next entry */
  next: number;
  /** resolves once nothing is pending; undefined: no write is under way */
  writing: Promise<void> | undefined;
  segment: RawSegment | undefined;
  /** a segment that is no longer written to, until the next one is started */
  abandoned: RawSegment | undefined;
  problem: GatewayMessage | null;
  /** the problem is that other files need the room: it may end without a write */
  lacksRoom: boolean;
  /** the segment gets no further entry */
  isEnding: boolean;
  isClosed: boolean;
  /** of the last write, µs since the boot */
  lastUp: number;
};

/** The only writer of the log. Callers that arrive during a sync share the next one; a single caller does not wait. */
export function createLog(options: LogOptions): Log {
  const log: LogState = {
    options,
    pending: [],
    encode: createLineEncoder(),
    pool: createRowPool(),
    next: options.next,
    writing: undefined,
    segment: options.problem === undefined ? options.active : undefined,
    abandoned: options.problem === undefined ? undefined : options.active,
    problem: null,
    lacksRoom: false,
    isEnding: false,
    isClosed: false,
    lastUp: 0,
  };
  const noRoom = options.noRoom?.() ?? null;
  noteProblem(log, options.problem ?? noRoom, options.problem === undefined && noRoom !== null);
  return {
    append(changes) {
      if (log.isClosed) return Promise.reject(errorOf(storeErrors.closed()));
      if (log.pending.length >= MAX_PENDING) {
        return Promise.reject(errorOf(storeErrors.tooSlow()));
      }
      return enqueue(log, changes);
    },
    async probe() {
      // Not subject to MAX_PENDING: a refusal would not be a response of the disk.
      if (!log.isClosed) await enqueue(log, []).catch(() => undefined);
    },
    endSegment() {
      if (log.isClosed || log.segment === undefined) return;
      log.isEnding = true;
      void enqueue(log, []).catch(() => undefined);
    },
    problem: () => (log.lacksRoom ? null : log.problem) ?? options.noRoom?.() ?? null,
    async close() {
      log.isClosed = true;
      await log.writing;
    },
  };
}

const enqueue = (log: LogState, changes: readonly AuthoredChange[]): Promise<readonly Entry[]> =>
  new Promise((resolve, reject) => {
    log.pending.push({ changes, resolve, reject });
    log.writing ??= writePending(log);
  });

async function writePending(log: LogState): Promise<void> {
  const { pending } = log;
  while (pending.length > 0) {
    await writeGroup(log, numberEntries(log, await gatherGroup(log)));
  }
  log.writing = undefined;
}

/**
 * Takes the next group. It waits while each turn of the event loop brings more appends, because a sync takes as much
 * processor time as dozens of appends: requests that are ready together, and those of clients that the last group
 * answered, share one. A single caller waits one turn.
 */
async function gatherGroup({ pending, options: { clock } }: LogState): Promise<readonly PendingAppend[]> {
  const until = clock.monotonic() + MAX_GATHER_MS;
  let waiting: number;
  do {
    waiting = pending.length;
    await nextTurn();
  } while (pending.length > waiting && groupSize(pending) === pending.length && clock.monotonic() < until);
  return pending.splice(0, groupSize(pending));
}

/** How many of the pending appends go into one group: at least one. */
function groupSize(pending: readonly PendingAppend[]): number {
  let changes = 0;
  const end = pending.findIndex((one) => (changes += one.changes.length) > MAX_GROUP_CHANGES);
  return end < 0 ? pending.length : Math.max(1, end);
}

async function writeGroup(log: LogState, { callers, entries }: Group): Promise<void> {
  const { bytes, lengths } = log.encode(entries.flat());
  const noRoom = bytes.length > 0 ? (log.options.noRoom?.() ?? null) : null;
  if (noRoom !== null) {
    refuse(log, callers, { problem: noRoom, lacksRoom: true });
    return;
  }
  let target: RawSegment;
  try {
    target = await writeDurably(log, bytes);
  } catch (error) {
    // Health names the folder that is gone.
    refuse(log, callers, { problem: isGone(log) ? null : ioProblemOf(error), cause: error });
    return;
  }
  // A sync with nothing to write also succeeds on a full disk.
  if (bytes.length > 0) noteProblem(log, null);
  let line = 0;
  for (const [index, own] of entries.entries()) {
    let size = 0;
    for (const entry of own) {
      const length = lengths[line++] ?? 0;
      target.add(entry, length);
      size += length;
    }
    log.next += own.length;
    if (size > 0) log.options.onStored(own, size);
    callers[index]?.resolve(own);
  }
}

type Refusal = { readonly problem: GatewayMessage | null; readonly lacksRoom?: boolean; readonly cause?: unknown };

function refuse(log: LogState, callers: readonly PendingAppend[], { problem, lacksRoom, cause }: Refusal): void {
  noteProblem(log, problem, lacksRoom);
  const refusal = errorOf(storeErrors.cannotWrite(), { cause });
  for (const { reject } of callers) reject(refusal);
}

/** Reported when it begins and when it ends: each refused append would be a line otherwise. */
function noteProblem(log: LogState, problem: GatewayMessage | null, lacksRoom = false): void {
  const hasChanged = (log.problem === null) !== (problem === null);
  log.problem = problem;
  log.lacksRoom = lacksRoom;
  if (hasChanged) log.options.onProblem?.(problem);
}

function numberEntries(log: LogState, callers: readonly PendingAppend[]): Group {
  const { clock } = log.options;
  const at = new Date(clock.now()).toISOString();
  const { boot } = clock;
  // Every write has its own stamp, by which recovery finds the write that a crash cut.
  log.lastUp = Math.max(Math.round(clock.monotonic() * 1000), log.lastUp + 1);
  const up = log.lastUp / 1000;
  let n = log.next;
  const entries = callers.map(({ changes }) => {
    const end = n + changes.length - 1;
    const isBatch = changes.length > 1;
    return changes.map((change) => {
      const { kind, v } = change;
      // Spreading the change into a new object takes longer than encoding the line.
      const entry = isBatch ? { n, at, boot, up, end, kind, v } : { n, at, boot, up, kind, v };
      n += 1;
      return (change.by === undefined ? entry : withAuthor(entry, change)) as Entry;
    });
  });
  return { callers, entries };
}

const withAuthor = (entry: object, { by, was }: AuthoredChange): object =>
  was === undefined ? { ...entry, by } : { ...entry, by, was };

/** Puts `bytes` on stable storage at the end of the returned segment. If it throws, none of the bytes count. */
async function writeDurably(log: LogState, bytes: Buffer): Promise<RawSegment> {
  assertPresent(log);
  const target = await writableSegment(log);
  try {
    await target.file.write(bytes, target.bytes());
  } catch (error) {
    await target.file.truncate(target.bytes()).catch(() => {
      abandon(log, target);
    });
    throw error;
  }
  try {
    await target.file.sync();
  } catch (error) {
    // The kernel may have dropped the data and report success for the next sync: the file is not trusted again.
    abandon(log, target);
    await target.file.truncate(target.bytes()).catch(() => undefined);
    throw error;
  }
  if (target.file.isDeleted()) log.options.presence?.noteDeleted();
  assertPresent(log);
  return target;
}

const isGone = ({ options: { presence } }: LogState): boolean => (presence?.problem() ?? null) !== null;

function assertPresent(log: LogState): void {
  if (isGone(log)) throw errorOf(storeErrors.gone());
}

/** The segment to write to. Starts a new one if there is none, it is full, or a failed sync made it untrusted. */
async function writableSegment(log: LogState): Promise<RawSegment> {
  const { folder, segmentBytes, ready, onSegmentStarted, open = openFileAt, counter } = log.options;
  const { segment, next } = log;
  if (segment !== undefined && segment.bytes() < segmentBytes && !log.isEnding) return segment;
  await ready?.();
  const complete = segment ?? log.abandoned;
  // An existing segment with this number is what a failed write left: nothing in it counts.
  const file = await open(join(folder, rawName(next)), 'w+', counter);
  try {
    await syncFolder(folder, counter);
  } catch (error) {
    await file.close();
    throw error;
  }
  const started = createRawSegment(next, file, log.options, log.pool);
  log.segment = started;
  log.abandoned = undefined;
  log.isEnding = false;
  onSegmentStarted(started, complete);
  return started;
}

/** Ends the segment here. The next one starts with the next number, which voids everything behind the last entry. */
function abandon(log: LogState, target: RawSegment): void {
  log.segment = undefined;
  log.abandoned = target;
}
