import { markAttention, withPlace, withPrintableNames } from '../../domain/records/alert.js';
import { isFuture } from '../../domain/records/last-location.js';
import { withReadableTexts } from '../../domain/records/readable-text.js';
import { isRecord } from '../../domain/records/record.js';
import { runOf } from '../../domain/records/sequence.js';
import { attachTelemetry } from '../../domain/records/telemetry.js';
import type { Receipt, Receive, Report } from '../../domain/report.js';
import { failureIn, success, WaypostError, type ErrorCode } from '../../errors.js';
import type { Sequence, TelemetryValues, TrackerChange } from '../../schema/entry.js';
import { SEQUENCE_ALERTS } from '../../schema/records/alert-names.js';
import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import type { ChangeOwner, Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import type { Refusals } from '../system/refusals.js';
import type { Time } from '../time/time.js';
import { createAlertPlaces, createPlaceFinder, type AlertPlaces } from './alert-places.js';
import { createInFlight, type FlyingRecord, type InFlight } from './in-flight.js';
import {
  createResolveDevice,
  type Resolution,
  type ResolveDevice,
  type UnknownDevicePolicy,
} from './resolve-device.js';
import { createSequences, type SequencedReport, type Sequences } from './sequences.js';

export type IngestOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  /** Stores the records, and with alerts the messages they cause. `by`: the user who posted them */
  readonly append: (records: readonly TrackerChange[], by?: ChangeOwner) => Promise<unknown>;
  readonly devices: Pick<Devices, 'register'>;
  readonly time: Pick<Time, 'now' | 'trustedNow' | 'latestNow' | 'monotonic' | 'observe'>;
  /** left out: reports from unknown devices are refused */
  readonly unknown?: UnknownDevicePolicy | undefined;
  readonly refusals?: Pick<Refusals, 'note'>;
  /** names of the alerts that need a person; left out: none */
  readonly attentionNames?: () => readonly string[];
};

type Ingest = IngestOptions & {
  readonly state: Store['state'];
  readonly resolveDevice: ResolveDevice;
  readonly sequences: Sequences;
  readonly inFlight: InFlight;
  readonly places: AlertPlaces;
};

/**
 * The only way in for records, from ports and HTTP. The steps: resolve the device, is it in sequence, was the record seen
 * before, is it credible, store. Reports from unknown devices take the same steps but go to quarantine. A receipt means
 * that the records are on stable storage.
 */
export function createIngest(options: IngestOptions): Receive {
  const { store, devices, time, unknown, refusals } = options;
  const { state } = store;
  const ingest: Ingest = {
    ...options,
    state,
    resolveDevice: createResolveDevice({ state, devices, time, unknown }),
    sequences: createSequences({
      runOf: (deviceId, epoch) =>
        runOf(state.quarantine.devices.get(deviceId)?.sequences, epoch) ?? runOf(state.sequences.get(deviceId), epoch),
      monotonic: time.monotonic,
      refusals,
      isRegistered: (deviceId) => state.devices.has(deviceId),
      store: (reports) =>
        storeOrQuarantine(
          ingest,
          deviceIdOf(reports),
          reports.flatMap((report) => changesOf(ingest, report)),
        ),
      onConflict: (report) => reportConflict(ingest, report),
      gapReport: (report, epoch, from, to) => ({
        ...report,
        alerts: [
          gatewayAlert(SEQUENCE_ALERTS.lost, time.now(), `records ${from} to ${to} of epoch ${epoch} never arrived`),
        ],
        sequence: { epoch, seq: to },
      }),
    }),
    inFlight: createInFlight(),
    places: createAlertPlaces({ state, time }),
  };
  return (received) => {
    const report = withReadableTexts(received);
    time.observe(report);
    ingest.places.onReceived(report);
    const receipt = receive(ingest, report);
    if (report.locations.length > 0) forgetWhenSettled(ingest, report, receipt);
    return receipt;
  };
}

/** The receipt comes after the state has the fixes of the report. */
function forgetWhenSettled({ places }: Ingest, report: Report, receipt: Promise<Receipt>): void {
  receipt.then(
    (settled) => {
      places.onSettled(report, !settled.ok && RETRIED.has(settled.code));
    },
    () => {
      places.onSettled(report, true);
    },
  );
}

/** Reports with such a receipt are sent again. */
const RETRIED: ReadonlySet<string> = new Set<ErrorCode>(['store_unavailable', 'rate_limited']);

function receive(ingest: Ingest, report: Report): Promise<Receipt> {
  const resolution = ingest.resolveDevice(report);
  return resolution instanceof Promise
    ? resolution.then((resolved) => receiveResolved(ingest, report, resolved))
    : receiveResolved(ingest, report, resolution);
}

function receiveResolved(ingest: Ingest, report: Report, resolution: Resolution): Promise<Receipt> {
  if (!resolution.ok) return Promise.resolve(resolution);
  const receipt = receiveSequenced(ingest.sequences, report);
  if (receipt !== undefined) return resolution.value === 'unknown' ? receipt.then(markQuarantined) : receipt;
  return resolution.value === 'device' ? receiveUnsequenced(ingest, report) : quarantine(ingest, report);
}

function receiveSequenced(sequences: Sequences, report: Report): Promise<Receipt> | undefined {
  if (report.resume !== undefined) return sequences.resume(report, report.resume);
  return isSequenced(report) ? sequences.receive(report) : undefined;
}

/** Telemetry is attached at once: without sequence numbers it cannot be matched with its records later. */
async function quarantine(ingest: Ingest, report: Report): Promise<Receipt> {
  const records = attachTelemetry(changesOf(ingest, report)).filter(isRecord);
  try {
    const accepted = await ingest.unknown?.quarantine.add(report.deviceId, records, report.userId);
    // The device was registered in the meantime.
    if (accepted === undefined) return await receive(ingest, report);
    return success({ accepted, duplicates: records.length - accepted, quarantined: true });
  } catch (error) {
    if (error instanceof WaypostError) return failureIn(error);
    throw error;
  }
}

async function receiveUnsequenced(ingest: Ingest, report: Report): Promise<Receipt> {
  const { state, inFlight } = ingest;
  const telemetry = state.telemetry.get(report.deviceId);
  const all = changesOf(ingest, report);
  // Most trackers send no telemetry.
  const changes = telemetry === undefined && report.telemetry === undefined ? all : attachTelemetry(all, telemetry);
  const own: FlyingRecord[] = [];
  const pending: Promise<unknown>[] = [];
  for (const change of changes) {
    const before = isRecord(change) ? inFlight.add(change, own) : undefined;
    if (before !== undefined) pending.push(before);
  }
  const kept = keptTelemetry(report, changes, telemetry);
  const fresh = [...kept, ...own.map(({ record }) => record)];
  // All or nothing: the report is stored only once its records that are in flight are stored.
  const by = report.userId === undefined ? undefined : { user: report.userId };
  const storing =
    pending.length === 0 ? storeNew(ingest, fresh, by) : Promise.all(pending).then(() => storeNew(ingest, fresh, by));
  for (const one of own) one.storing = storing;
  try {
    const accepted = (await storing) - kept.length;
    return success({ accepted, duplicates: report.locations.length + report.alerts.length - accepted });
  } catch (error) {
    if (error instanceof WaypostError) return failureIn(error);
    throw error;
  } finally {
    inFlight.remove(own);
  }
}

/** The telemetry of a report without a location: it waits in the store for the next one. What waits there already is left out. */
function keptTelemetry(
  { locations, telemetry }: Report,
  changes: readonly TrackerChange[],
  waiting: TelemetryValues = {},
): readonly TrackerChange[] {
  if (telemetry === undefined || locations.length > 0) return [];
  const isNew = ([name, value]: [string, unknown]): boolean => waiting[name] !== value;
  return changes.filter((change) => change.kind === 'telemetry' && Object.entries(change.v.values).some(isNew));
}

/**
 * Another record came under a stored number: the first one stays, and the conflict raises one alert. Records that the
 * gateway dates are left out, because a copy has another time.
 */
async function reportConflict(ingest: Ingest, report: SequencedReport): Promise<void> {
  const { state, store, unknown } = ingest;
  const [location] = report.locations;
  if (location === undefined || location.attributes?.timeSource !== undefined) return;
  for (const record of changesOf(ingest, report).filter(isRecord)) {
    const isStored = state.devices.has(report.deviceId)
      ? await store.history.hasRecord(record)
      : unknown?.quarantine.contains(record);
    if (isStored === true) return;
  }
  const { epoch, seq } = report.sequence;
  const text = `two different records have number ${seq} of epoch ${epoch}`;
  const alert = gatewayAlert(SEQUENCE_ALERTS.conflict, Date.parse(location.dateTime), text);
  await storeOrQuarantine(ingest, report.deviceId, changesOf(ingest, { ...report, locations: [], alerts: [alert] }));
}

/** Resolves the device again: it may have been registered or removed since the report was received. */
async function storeOrQuarantine(ingest: Ingest, deviceId: string, own: readonly TrackerChange[]): Promise<void> {
  const { state, unknown } = ingest;
  const accepted = state.devices.has(deviceId) ? undefined : await unknown?.quarantine.add(deviceId, own);
  if (accepted === undefined) {
    await storeNew(ingest, attachTelemetry(own, state.telemetry.get(deviceId)));
  }
}

/** Stores the records that are not stored yet, in one batch; resolves with their number. */
async function storeNew({ store, append }: Ingest, all: readonly TrackerChange[], by?: ChangeOwner): Promise<number> {
  const fresh: TrackerChange[] = [];
  for (const change of all) {
    const held = isRecord(change) && store.history.hasRecord(change);
    if (held === false || (held !== true && !(await held))) fresh.push(change);
  }
  if (fresh.length > 0) await append(fresh, by);
  return fresh.length;
}

function changesOf({ places, time, attentionNames = () => [] }: Ingest, report: Report): TrackerChange[] {
  return toChanges(withAttention(report, attentionNames), time.latestNow(), places.lastBefore(report));
}

/** Most reports have no alerts. */
const withAttention = (report: Report, names: () => readonly string[]): Report =>
  report.alerts.length === 0
    ? report
    : { ...report, alerts: report.alerts.map((alert) => markAttention(withPrintableNames(alert), names())) };

/** The changes that store a report. `now`: ms since 1970; `last`: the newest fix that was received before it. */
function toChanges(report: Report, now: number, last: Location | undefined): TrackerChange[] {
  const { deviceId, locations, alerts, telemetry = [], source, sources = [], sequence } = report;
  // Not a spread of conditional objects, which would take as long as all the rest.
  const withSequence = <Value extends object>(value: Value): Value & { sequence?: Sequence } =>
    sequence === undefined ? value : { ...value, sequence };
  const changes: TrackerChange[] = [];
  for (const value of telemetry) changes.push({ kind: 'telemetry', v: withSequence({ deviceId, ...value, source }) });
  for (const [index, location] of locations.entries()) {
    const value = { deviceId, location, source: sources[index] ?? source };
    changes.push({
      kind: 'location',
      v: withSequence(isFuture(location, now) ? { ...value, future: true as const } : value),
    });
  }
  if (alerts.length === 0) return changes;
  const placeAt = createPlaceFinder(report, now, last);
  for (const [index, alert] of alerts.entries()) {
    const placed = withPlace(alert, placeAt(alert.dateTime));
    const value = { deviceId, alert: placed, source: sources[locations.length + index] ?? source };
    changes.push({ kind: 'alert', v: withSequence(value) });
  }
  return changes;
}

const markQuarantined = (receipt: Receipt): Receipt =>
  receipt.ok ? success({ ...receipt.value, quarantined: true }) : receipt;

const isSequenced = (report: Report): report is SequencedReport => report.sequence !== undefined;

const deviceIdOf = ([report]: readonly Report[]): string => report?.deviceId ?? '';

const gatewayAlert = (name: string, ms: number, text: string): Alert => ({
  dateTime: new Date(ms).toISOString(),
  alerts: [name],
  text,
});
