import { setImmediate as nextTurn } from 'node:timers/promises';
import { canSee, visibleFrom } from '../../domain/accounts/scope.js';
import { success, type Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import type { Location } from '../../schema/records/location.js';
import { MAX_TRAIL_POINTS, MAX_TRAILS, type TrailsView, type TrailView } from '../../schema/records/trails.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

/** The trails of the last minutes of all visible devices, in one answer. */
export type Trails = {
  readonly recent: (user: User, minutes: number) => Promise<Result<TrailsView>>;
};

export type TrailsOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  readonly time: Pick<Time, 'now' | 'monotonic'>;
};

/** Locations that are read of one device; of a device that reports more, the trail is shorter. */
const MAX_READ = 2_000;
/** An answer that takes longer has fewer trails. */
const MAX_READ_MS = 1_000;
const MS_PER_MINUTE = 60_000;

export function createTrails({ store, time }: TrailsOptions): Trails {
  /** Devices with a location since `from`, the newest first. */
  function movedSince(user: User, from: number): string[] {
    const { lastLocations, devices, groups } = store.state;
    const times: (readonly [id: string, at: number])[] = [];
    for (const [id, { dateTime }] of lastLocations) {
      const at = Date.parse(dateTime);
      if (at > from && devices.has(id) && canSee(user, id, groups)) times.push([id, at]);
    }
    return times
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_TRAILS)
      .map(([id]) => id);
  }

  return {
    async recent(user, minutes) {
      const to = time.now();
      const from = to - minutes * MS_PER_MINUTE;
      const startedAt = time.monotonic();
      const trails: TrailView[] = [];
      for (const deviceId of movedSince(user, from)) {
        if (time.monotonic() - startedAt > MAX_READ_MS) break;
        const fromEntry = visibleFrom(user, deviceId, store.state.registrations);
        const found = await store.history.locations({ deviceId, from, to, limit: MAX_READ, fromEntry });
        if (found.ok) trails.push({ deviceId, points: thinned(found.value.records.filter(isFit), from) });
        // Other requests are answered between two devices.
        await nextTurn();
      }
      return success({ from: new Date(from).toISOString(), trails });
    },
  };
}

const isFit = ({ unfit }: Location): boolean => unfit === undefined;

/** Evenly chosen, with the first and the last one. */
function thinned(locations: readonly Location[], from: number): TrailView['points'] {
  const count = Math.min(locations.length, MAX_TRAIL_POINTS);
  return Array.from({ length: count }, (_, index) => {
    const chosen = locations[Math.round((index * (locations.length - 1)) / Math.max(1, count - 1))];
    return chosen === undefined ? [] : [toPoint(chosen, from)];
  }).flat();
}

const toPoint = (
  { dateTime, latitude, longitude }: Location,
  from: number,
): readonly [seconds: number, latitude: number, longitude: number] => [
  (Date.parse(dateTime) - from) / 1000,
  toMicrodegrees(latitude),
  toMicrodegrees(longitude),
];

/** About 0.1 m, which is below a pixel. */
const toMicrodegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
