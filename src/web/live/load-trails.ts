import type { TrailsView } from '../../schema/records/trails.js';
import type { Api, ApiResult } from '../api/client.js';
import type { LiveStore } from './live-store.js';

/** Loads the trails of the last minutes in one request; those beyond the gateway's limit start with live fixes. */
export async function loadTrails(
  api: Pick<Api, 'get'>,
  live: Pick<LiveStore, 'addHistory'>,
  isOver: () => boolean,
): Promise<void> {
  const result: ApiResult<TrailsView> = await api.get('/api/trails');
  if (!result.ok || isOver()) return;
  const from = Date.parse(result.value.from);
  for (const { deviceId, points } of result.value.trails) {
    const locations = points.map(([seconds, latitude, longitude]) => ({
      dateTime: new Date(from + seconds * 1000).toISOString(),
      latitude,
      longitude,
    }));
    live.addHistory(deviceId, locations);
  }
}
