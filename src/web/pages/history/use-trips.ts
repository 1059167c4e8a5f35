import { useMemo } from 'preact/hooks';
import type { TripsView } from '../../../schema/records/trips.js';
import { toIsoRange, type TimeRange } from '../../api/time-range.js';
import { useFetch, type FetchState } from '../../api/use-fetch.js';
import { useApp } from '../../app-context.js';
import { useZones } from '../../zones/use-zones.js';

export const tripsPath = (deviceId: string): string => `/api/devices/${encodeURIComponent(deviceId)}/trips`;

/** A display reads positions, but no trips. */
export function useMayReadTrips(): boolean {
  const state = useApp().session.state.value;
  return state.is === 'in' && !state.isDisplay;
}

const NO_TRIPS: TripsView = { trips: [], stops: [], gaps: [], zoneVisits: [] };

/** The trips, stops and gaps of a range. */
export function useTrips(deviceId: string, range: TimeRange): FetchState<TripsView> {
  const { api } = useApp();
  const mayRead = useMayReadTrips();
  const query = new URLSearchParams(toIsoRange(range)).toString();
  return useFetch(
    () =>
      mayRead
        ? api.get<TripsView>(`${tripsPath(deviceId)}?${query}`)
        : Promise.resolve({ ok: true as const, value: NO_TRIPS }),
    [deviceId, query, mayRead],
  );
}

/** The names of the zones by id; empty until they are loaded: places are coordinates then. */
export function useZoneNames(): ReadonlyMap<string, string> {
  const { zones } = useZones();
  return useMemo(() => new Map(zones.map(({ id, name }) => [id, name])), [zones]);
}
