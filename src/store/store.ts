import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { messageOf } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Change, Entry } from '../schema/entry.js';
import { syncFolder } from './durable.js';
import { apply } from './fold.js';
import { createHistory, type History } from './history.js';
import { lockFolder } from './lock.js';
import { createLog, type Stamps } from './log.js';
import type { RawSegment } from './raw-segment.js';
import { recover } from './recover.js';
import type { Segment } from './segment.js';
import { createSnapshotAdapter } from './snapshot.js';
import { sortSegment } from './sorted-segment.js';
import { emptyState, type ReadonlyState } from './state.js';

export type StoreOptions = {
  /** the data folder; made when it is not there */
  readonly folder: string;
  readonly clock: Stamps;
  readonly logger: Logger;
  /** a segment of the log is closed once it has this many bytes */
  readonly segmentBytes: number;
  /** the state is written again once the log has grown by this many bytes */
  readonly snapshotBytes: number;
};

export type StoreStatus = {
  readonly writable: boolean;
  /** why the last write failed, null while writing works */
  readonly reason: string | null;
  /** number of the last entry */
  readonly entries: number;
  readonly segments: number;
  readonly bytes: number;
  /** what is lost, as far as it was read since the start, in words; empty is what it should be */
  readonly losses: readonly string[];
};

/** One log, the state folded from it, and the history in it. */
export type Store = {
  readonly state: ReadonlyState;
  readonly history: History;
  /** The only way to change anything: all of the changes or none; resolves once they are on stable storage and folded. */
  readonly append: (changes: readonly Change[]) => Promise<readonly Entry[]>;
  readonly status: () => StoreStatus;
  readonly close: () => Promise<void>;
};

export async function openStore({ folder, clock, logger, segmentBytes, snapshotBytes }: StoreOptions): Promise<Store> {
  const logFolder = join(folder, 'log');
  await mkdir(logFolder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder, new Date(clock.now()).toISOString());
  const suffix = `corrupt-${new Date(clock.now()).toISOString().replaceAll(':', '')}`;
  const adapter = createSnapshotAdapter(folder, suffix);
  const low = new Low(adapter, emptyState());
  let segments: readonly Segment[] = [];
  const history = createHistory(() => segments);
  /** background work, one after the other: sorting closed segments, snapshots */
  let chores = Promise.resolve();
  let unsnapshotted = 0;

  const losses: string[] = [];
  const report = (loss: string): void => {
    if (losses.includes(loss)) return;
    losses.push(loss);
    logger.error(loss);
  };
  const chore = (what: string, work: () => Promise<void>): void => {
    chores = chores.then(work).catch((error: unknown) => {
      logger.warn({ reason: messageOf(error) }, `${what} failed: the log has it all, it is done later`);
    });
  };
  const snapshot = (): void => {
    unsnapshotted = 0;
    chore('writing state.json', () => low.write());
  };
  const sort = (raw: RawSegment): void => {
    chore(`sorting segment ${raw.first}`, async () => {
      const sorted = await sortSegment({ folder: logFolder, suffix, report }, raw);
      segments = segments.map((segment) => (segment === raw ? sorted : segment));
      await history.settled();
      await raw.close();
      await unlink(raw.file.path);
      await syncFolder(logFolder);
    });
  };

  const recovered = await start().catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  segments = recovered.segments;
  for (const raw of recovered.unsorted) sort(raw);

  async function start(): ReturnType<typeof recover> {
    await low.read();
    for (const problem of adapter.problems) report(problem);
    const found = await recover({ folder: logFolder, covered: low.data.n, suffix, report });
    for (const entry of found.tail) apply(low.data, entry);
    return found;
  }

  const log = createLog({
    folder: logFolder,
    clock,
    segmentBytes,
    next: recovered.last + 1,
    report,
    ...(recovered.active === undefined ? {} : { active: recovered.active }),
    onStored(entries, bytes) {
      for (const entry of entries) apply(low.data, entry);
      unsnapshotted += bytes;
      if (unsnapshotted >= snapshotBytes) snapshot();
    },
    onSegment(begun, complete) {
      // A segment that a failed write left empty has the number, and now the file, of the one begun.
      segments = [...segments.filter(({ first }) => first < begun.first), begun];
      if (complete === undefined) return;
      if (complete.first < begun.first) sort(complete);
      else void complete.close();
    },
  });

  return {
    state: low.data,
    history,
    append: (changes) => log.append(changes),
    status: () => ({
      writable: log.trouble() === null,
      reason: log.trouble(),
      entries: low.data.n,
      segments: segments.length,
      bytes: segments.reduce((sum, segment) => sum + segment.bytes(), 0),
      losses: [...losses],
    }),
    async close() {
      await log.close();
      snapshot();
      await chores;
      await history.settled();
      for (const segment of segments) await segment.close();
      await lock.release();
    },
  };
}
