import type { Location } from '../../schema/records/location.js';
import type { ApiResult, Api } from '../api/client.js';
import type { LiveStore } from './live-store.js';
import { TRAIL_MS } from './trail.js';

/** With more devices, trails start with live fixes only, because so much history would overload a small gateway. */
const MAX_DEVICES = 40;

/** Loads the trails of devices that moved in the last minutes one after the other; `isOver` stops it. */
export async function loadTrails(
  api: Pick<Api, 'send'>,
  live: LiveStore,
  { now, isOver: isCanceled }: { readonly now: number; readonly isOver: () => boolean },
): Promise<void> {
  const from = now - TRAIL_MS;
  const movedRecently = [...live.all()].filter(
    ({ lastLocation }) => lastLocation !== undefined && Date.parse(lastLocation.dateTime) > from,
  );
  for (const { id } of movedRecently.slice(0, MAX_DEVICES)) {
    const range = { from: new Date(from).toISOString(), to: new Date(now).toISOString() };
    const path = `/api/devices/${encodeURIComponent(id)}/locations`;
    const result: ApiResult<{ locations: Location[] }> = await api.send('POST', path, range);
    if (isCanceled()) return;
    if (result.ok) live.addHistory(id, result.value.locations);
  }
}
