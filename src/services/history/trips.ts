import { setImmediate as nextTurn } from 'node:timers/promises';
import { visibleFrom } from '../../domain/accounts/scope.js';
import { createTripFold, type TripFold } from '../../domain/trips/trip-fold.js';
import type { MsRange } from '../../domain/trips/trip-fix.js';
import { viewTrips } from '../../domain/trips/view-trips.js';
import { createZoneIndex } from '../../domain/zones/zone-index.js';
import { success, type Result } from '../../errors.js';
import { historyErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import { MAX_TRIP_DAYS, MAX_TRIP_ITEMS, type TripsView } from '../../schema/records/trips.js';
import type { Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import type { Time } from '../time/time.js';

/** The trips of a device, for a user; a device outside the user's scope is `not_found`. */
export type Trips = {
  readonly range: (user: User, deviceId: string, range: MsRange) => Promise<Result<TripsView>>;
  /** the name of a zone, or its id */
  readonly zoneName: (zone: string) => string;
};

export type TripsOptions = {
  readonly store: { readonly state: Store['state']; readonly history: Pick<Store['history'], 'track'> };
  readonly devices: Pick<Devices, 'find'>;
  readonly time: Pick<Time, 'now' | 'monotonic'>;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Read before and after the range, so that what happens at its edges is recognized. */
const CONTEXT_MS = 30 * MINUTE_MS;
/** A query that takes longer is refused: others wait for it. */
const MAX_QUERY_MS = 20_000;
/** Fixes folded per turn of the event loop: some ms, also with many zones. */
const FIXES_PER_TURN = 500;

export function createTrips({ store, devices, time }: TripsOptions): Trips {
  return {
    zoneName: (zone) => store.state.zones.get(zone)?.name ?? zone,
    async range(user, deviceId, range) {
      const device = devices.find(user, deviceId);
      if (!device.ok) return device;
      const longest = MAX_TRIP_DAYS * DAY_MS;
      if (range.to - range.from > longest) return historyErrors.tripDays({ days: MAX_TRIP_DAYS }, '/to');
      const fromEntry = visibleFrom(user, deviceId, store.state.registrations);
      const track = (from: number, to: number) => store.history.track({ deviceId, from, to, fromEntry });
      const start = await findStart(track, range.from);
      const zones = createZoneIndex(store.state.zones.values());
      const fold = createTripFold({ range, spanMs: range.to - start + CONTEXT_MS, zones });
      const startedAt = time.monotonic();
      const read = await foldTrack(
        fold,
        track(start, Infinity),
        range,
        () => time.monotonic() - startedAt > MAX_QUERY_MS,
      );
      if (!read.ok) return read;
      const until = read.value === 'ended' ? Math.min(range.to, time.now()) : undefined;
      const spans = fold.finish(until);
      return hasTooMany(fold) ? tooMany() : success(viewTrips(spans, range));
    },
  };
}

type Track = (from: number, to: number) => ReturnType<Store['history']['track']>;

const hasTooMany = (fold: TripFold): boolean => fold.count() > MAX_TRIP_ITEMS;

const tooMany = () => historyErrors.tooManyTrips({ limit: MAX_TRIP_ITEMS });

/** Was the end of history reached, or what follows does not matter? */
async function foldTrack(
  fold: TripFold,
  slices: ReturnType<Track>,
  { to }: MsRange,
  isDue: () => boolean,
): Promise<Result<'ended' | 'decided'>> {
  let inTurn = 0;
  for await (const slice of slices) {
    for (const fix of slice) {
      fold.add(fix);
      if (fix.ms > to && (fix.ms > to + CONTEXT_MS || fold.isDecided())) return success('decided');
      inTurn += 1;
      if (inTurn < FIXES_PER_TURN) continue;
      inTurn = 0;
      await nextTurn();
    }
    if (hasTooMany(fold)) return tooMany();
    if (isDue()) return historyErrors.tripTime();
  }
  return success('ended');
}

/** Half an hour before the range, or before the last fix that precedes it. */
async function findStart(track: Track, from: number): Promise<number> {
  const hasFix = async (after: number, before: number): Promise<boolean> => {
    for await (const { length } of track(after, before - 1)) if (length > 0) return true;
    return false;
  };
  if (await hasFix(from - CONTEXT_MS, from)) return from - CONTEXT_MS;
  if (!(await hasFix(0, from - CONTEXT_MS))) return from;
  let span = CONTEXT_MS;
  while (span < from && !(await hasFix(from - 2 * span, from - span))) span *= 2;
  // The last fix before the range is in [after, before).
  let [after, before] = [from - 2 * span, from - span];
  while (before - after > CONTEXT_MS) {
    const middle = Math.ceil((after + before) / 2);
    if (await hasFix(middle, before)) after = middle;
    else before = middle;
  }
  return after;
}
