import { correctTime, type RecordEntry } from '../../domain/clock/restamp.js';
import { recordStreamOf, timeOf } from '../../domain/records/record.js';
import type { DeviceAlert, StoredAlert } from '../../store/history/history.js';
import type { Store } from '../../store/store.js';

export type AlertEntry = Extract<RecordEntry, { kind: 'alert' }>;
/** `stored`: the alert without the id of its device. */
export type FoundAlert = { readonly entry: AlertEntry; readonly alert: DeviceAlert; readonly stored: StoredAlert };

/** The alert with this id, with its outcomes; undefined if there is none. Checks no scope. */
export async function findStoredAlert(
  { state, history }: Pick<Store, 'state' | 'history'>,
  id: string,
): Promise<FoundAlert | undefined> {
  const n = Number(id);
  if (n > state.n) return undefined;
  const { entries } = await history.readArrivals({
    after: n - 1,
    until: n,
    limit: 1,
    wants: (stream) => recordStreamOf(stream)?.kind === 'alert',
  });
  const [entry] = entries;
  if (entry?.kind !== 'alert') return undefined;
  const { deviceId } = entry.v;
  const ms = timeOf(correctTime(entry, state.restamps));
  const page = await history.alerts({ deviceId, from: ms, to: ms, limit: 1, fromEntry: n });
  const stored: StoredAlert | undefined = page.ok ? page.value.records.find((alert) => alert.id === id) : undefined;
  return stored === undefined ? undefined : { entry, stored, alert: { deviceId, ...stored } };
}
