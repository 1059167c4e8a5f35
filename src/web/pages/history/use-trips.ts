import { useMemo } from 'preact/hooks';
import type { TripsView } from '../../../schema/records/trips.js';
import { toIsoRange, type TimeRange } from '../../api/time-range.js';
import { useFetch, type FetchState } from '../../api/use-fetch.js';
import { useApp } from '../../app-context.js';
import { useZones } from '../../zones/use-zones.js';

export const tripsPath = (deviceId: string): string => `/api/devices/${encodeURIComponent(deviceId)}/trips`;

/** The trips, stops and gaps of a range. */
export function useTrips(deviceId: string, range: TimeRange): FetchState<TripsView> {
  const { api } = useApp();
  const query = new URLSearchParams(toIsoRange(range)).toString();
  return useFetch(() => api.get<TripsView>(`${tripsPath(deviceId)}?${query}`), [deviceId, query]);
}

/** The names of the zones by id; empty until they are loaded: places are coordinates then. */
export function useZoneNames(): ReadonlyMap<string, string> {
  const { zones } = useZones();
  return useMemo(() => new Map(zones.map(({ id, name }) => [id, name])), [zones]);
}
