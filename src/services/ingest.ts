import { isFuture } from '../domain/credible.js';
import { identityOf, type RecordChange } from '../domain/record.js';
import { isExpired } from '../domain/licence.js';
import { failure, success, WaypostError, type Failure } from '../errors.js';
import type { Receive, Report } from '../serial/receive.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import type { Devices } from './devices.js';

export type IngestOptions = { readonly store: Store; readonly devices: Devices; readonly clock: Clock };

/**
 * The one way in for records, over serial and HTTP alike. Its steps, in order: which device, is it entitled, was the
 * record seen before, is it credible, store. A receipt means: on stable storage.
 */
export function createIngest({ store, devices, clock }: IngestOptions): Receive {
  /** records on their way to the disk, by key: the same one again has the same fate */
  const underway = new Map<string, Promise<unknown>>();

  return async (report) => {
    const refusal = await entitled(report);
    if (refusal !== undefined) return refusal;
    const records = new Map(changesOf(report).map((change) => [identityOf(change).key, change]));
    const followed = [...records.keys()].flatMap((key) => underway.get(key) ?? []);
    const own = [...records].filter(([key]) => !underway.has(key));
    // Nothing of the report is stored before the rest of it is: it is all or nothing.
    const storing = Promise.all(followed).then(() => storeNew(own.map(([, change]) => change)));
    for (const [key] of own) underway.set(key, storing);
    try {
      const accepted = await storing;
      return success({ accepted, duplicates: report.locations.length + report.alerts.length - accepted });
    } catch (error) {
      if (error instanceof WaypostError) return failure(error.code, error.message);
      throw error;
    } finally {
      for (const [key] of own) underway.delete(key);
    }
  };

  /** Why the report is refused as a whole; undefined when it is welcome. */
  async function entitled({ deviceId, bound }: Report): Promise<Failure | undefined> {
    const device = store.state.devices.get(deviceId);
    if (device !== undefined) {
      return isExpired(device, clock.now()) ? failure('device_expired', `device ${deviceId} has expired`) : undefined;
    }
    if (!bound) return failure('not_found', `there is no device ${deviceId}`);
    // Who bound a port to a device in the configuration wants that device.
    const created = await devices.register(deviceId);
    return created.ok || created.code === 'conflict' ? undefined : created;
  }

  /** Stores what is not stored yet, in one batch; resolves with how many records that were. */
  async function storeNew(records: readonly RecordChange[]): Promise<number> {
    const fresh: RecordChange[] = [];
    for (const record of records) {
      const held = store.history.holds(identityOf(record));
      if (held === false || (held !== true && !(await held))) fresh.push(record);
    }
    if (fresh.length > 0) await store.append(fresh);
    return fresh.length;
  }

  function changesOf({ deviceId, locations, alerts, source }: Report): RecordChange[] {
    const now = clock.now();
    // What came with the alert is nearer to it than what came before.
    const last = locations.at(-1) ?? store.state.lastLocations.get(deviceId);
    const place = last === undefined ? {} : { latitude: last.latitude, longitude: last.longitude };
    return [
      ...locations.map((location): RecordChange => {
        const future = isFuture(location, now) ? { future: true as const } : {};
        return { kind: 'location', v: { deviceId, location, source, ...future } };
      }),
      ...alerts.map((alert): RecordChange => ({
        kind: 'alert',
        v: { deviceId, alert: { ...place, ...alert }, source },
      })),
    ];
  }
}
