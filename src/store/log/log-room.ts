import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordStreamOf } from '../../domain/records/record.js';
import { EARLIEST_PLAUSIBLE, type Retention } from './retention.js';
import type { Segment } from './segment.js';

/** How far back history reaches, and what takes the room of the log. */
export type HistoryReach = {
  /** about when the oldest entry was written, ms since 1970; null: there is none, or its time is not known */
  readonly since: number | null;
  /** `store.retention.bytes` ends history before `store.retention.days` */
  readonly endsEarly: boolean;
  /** the device whose records take the most room of the closed segments, and its share from 0 to 1 */
  readonly largest: { readonly deviceId: string; readonly share: number } | null;
  /** the share of what is not a record; null: no segment is counted yet */
  readonly others: number | null;
};

/** How many bytes of the closed segments belong to each device. */
export type LogRoom = {
  /** Counts the segments that are new and those that are gone, one at a turn of the event loop. */
  readonly update: () => Promise<void>;
  readonly read: () => Pick<HistoryReach, 'largest' | 'others'>;
};

const DAY_MS = 86_400_000;

export function createLogRoom(segments: () => readonly Pick<Segment, 'streamBytes'>[]): LogRoom {
  const byDevice = new Map<string, number>();
  const counted = new Set<Pick<Segment, 'streamBytes'>>();
  let total = 0;
  let others = 0;
  let largest: { readonly deviceId: string; readonly bytes: number } | undefined;
  let last = Promise.resolve();

  function count({ streamBytes }: Pick<Segment, 'streamBytes'>, sign: 1 | -1): void {
    for (const [stream, size] of streamBytes?.() ?? []) {
      const bytes = sign * size;
      total += bytes;
      const deviceId = recordStreamOf(stream)?.deviceId;
      if (deviceId === undefined) others += bytes;
      else byDevice.set(deviceId, (byDevice.get(deviceId) ?? 0) + bytes);
    }
  }

  async function countChanges(): Promise<void> {
    const present = new Set(segments());
    const gone = [...counted].filter((segment) => !present.has(segment));
    const added = [...present].filter((segment) => segment.streamBytes !== undefined && !counted.has(segment));
    if (gone.length + added.length === 0) return;
    for (const segment of gone) {
      counted.delete(segment);
      count(segment, -1);
      await nextTurn();
    }
    for (const segment of added) {
      counted.add(segment);
      count(segment, 1);
      await nextTurn();
    }
    for (const [deviceId, bytes] of byDevice) if (bytes <= 0) byDevice.delete(deviceId);
    largest = undefined;
    for (const [deviceId, bytes] of byDevice) if (bytes > (largest?.bytes ?? 0)) largest = { deviceId, bytes };
  }

  return {
    update: () => (last = last.then(countChanges)),
    read: () => ({
      largest:
        largest === undefined || total <= 0 ? null : { deviceId: largest.deviceId, share: largest.bytes / total },
      others: total <= 0 ? null : others / total,
    }),
  };
}

export type ReachOptions = {
  readonly segments: readonly Pick<Segment, 'span' | 'lastWrittenAt' | 'bytes'>[];
  readonly retention: Retention;
  readonly segmentBytes: number;
  /** the first entry that retention left; null: it dropped nothing */
  readonly keptFrom: number | null;
  /** ms since 1970 */
  readonly now: number;
};

/** About when the oldest entry was written, ms since 1970; null: there is none, or its time is not known. */
export function oldestTime([oldest]: readonly Pick<Segment, 'span' | 'lastWrittenAt'>[]): number | null {
  // Entries that are not records have the time at which they were written.
  const times = [oldest?.span('other')?.from ?? 0, oldest?.lastWrittenAt() ?? 0];
  return times.find((ms) => ms >= EARLIEST_PLAUSIBLE) ?? null;
}

export function reachOf(options: ReachOptions): Pick<HistoryReach, 'since' | 'endsEarly'> {
  const { segments, retention, segmentBytes, keptFrom, now } = options;
  const since = oldestTime(segments);
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes(), 0);
  const isNearLimit = retention.bytes > 0 && bytes + 2 * segmentBytes >= retention.bytes;
  const isYoung = since !== null && retention.days > 0 && since > now - retention.days * DAY_MS;
  return { since, endsEarly: (keptFrom ?? 1) > 1 && isNearLimit && isYoung };
}
