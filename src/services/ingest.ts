import { isFuture } from '../domain/credible.js';
import { identityOf, isRecord } from '../domain/record.js';
import { withTelemetry, type TrackerChange } from '../domain/telemetry.js';
import { isExpired } from '../domain/licence.js';
import { failure, success, WaypostError, type Failure } from '../errors.js';
import type { Receipt } from '../protocols/protocol.js';
import type { Alert } from '../schema/alert.js';
import type { Receive, Report } from '../serial/receive.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import type { Devices } from './devices.js';
import { createSequences, type Numbered } from './sequences.js';

/** Alerts of the gateway itself, about the numbers of a tracker's records. */
const LOST = 'seqLost';
const CONFLICT = 'seqConflict';

export type IngestOptions = { readonly store: Store; readonly devices: Devices; readonly clock: Clock };

/**
 * The one way in for records, over serial and HTTP alike. Its steps, in order: which device, is it entitled, was the
 * record seen before, is it credible, store. A receipt means: on stable storage.
 */
export function createIngest({ store, devices, clock }: IngestOptions): Receive {
  /** records on their way to the disk, by key: the same one again has the same fate */
  const underway = new Map<string, Promise<unknown>>();

  const sequences = createSequences({
    state: store.state,
    store: (reports) =>
      storeNew(withTelemetry(reports.flatMap(changesOf), store.state.telemetry.get(deviceOf(reports)))),
    onConflict: tellConflict,
    lossOf: (report, epoch, from, to) => ({
      ...report,
      alerts: [marker(LOST, clock.now(), `records ${from} to ${to} of ${epoch} never came`)],
      sequence: { epoch, seq: to },
    }),
  });

  return async (report) => {
    const refusal = await entitled(report);
    if (refusal !== undefined) return refusal;
    if (report.resume !== undefined) return sequences.resume(report, report.resume);
    if (isNumbered(report)) return sequences.take(report);
    return takeUnnumbered(report);
  };

  async function takeUnnumbered(report: Report): Promise<Receipt> {
    const changes = withTelemetry(changesOf(report), store.state.telemetry.get(report.deviceId));
    const records = new Map(changes.filter(isRecord).map((change) => [identityOf(change).key, change]));
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
  }

  /** The first one stays; that there was another is told once. What the gateway has dated has another time each time. */
  async function tellConflict(report: Numbered): Promise<void> {
    const [location] = report.locations;
    if (location === undefined || location.attributes?.timeSource !== undefined) return;
    const records = changesOf(report).filter(isRecord);
    for (const record of records) if (await store.history.holds(identityOf(record))) return;
    const { epoch, seq } = report.sequence;
    const alert = marker(CONFLICT, Date.parse(location.dateTime), `two records are ${seq} of ${epoch}`);
    await storeNew(changesOf({ ...report, locations: [], alerts: [alert] }));
  }

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
  async function storeNew(records: readonly TrackerChange[]): Promise<number> {
    const fresh: TrackerChange[] = [];
    for (const record of records) {
      const held = isRecord(record) && store.history.holds(identityOf(record));
      if (held === false || (held !== true && !(await held))) fresh.push(record);
    }
    if (fresh.length > 0) await store.append(fresh);
    return fresh.length;
  }

  function changesOf({ deviceId, locations, alerts, telemetry = [], source, sequence }: Report): TrackerChange[] {
    const now = clock.now();
    // What came with the alert is nearer to it than what came before.
    const last = locations.at(-1) ?? store.state.lastLocations.get(deviceId);
    const place = last === undefined ? {} : { latitude: last.latitude, longitude: last.longitude };
    const number = sequence === undefined ? {} : { sequence };
    return [
      ...telemetry.map((told): TrackerChange => ({ kind: 'telemetry', v: { deviceId, ...told, source, ...number } })),
      ...locations.map((location): TrackerChange => {
        const future = isFuture(location, now) ? { future: true as const } : {};
        return { kind: 'location', v: { deviceId, location, source, ...future, ...number } };
      }),
      ...alerts.map((alert): TrackerChange => ({
        kind: 'alert',
        v: { deviceId, alert: { ...place, ...alert }, source, ...number },
      })),
    ];
  }
}

const isNumbered = (report: Report): report is Numbered => report.sequence !== undefined;

const deviceOf = ([report]: readonly Report[]): string => report?.deviceId ?? '';

const marker = (name: string, ms: number, text: string): Alert => ({
  dateTime: new Date(ms).toISOString(),
  alerts: [name],
  text,
});
