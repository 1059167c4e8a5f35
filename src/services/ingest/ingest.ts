import { identityOf, isRecord, type RecordIdentity } from '../../domain/records/record.js';
import { storedUpTo } from '../../domain/records/sequence.js';
import { attachTelemetry } from '../../domain/records/telemetry.js';
import { failure, success, WaypostError } from '../../errors.js';
import type { Receipt } from '../../domain/report.js';
import type { Alert } from '../../schema/records/alert.js';
import type { TrackerChange } from '../../schema/entry.js';
import type { Receive, Report } from '../../domain/report.js';
import type { Store } from '../../store/store.js';
import { createResolveDevice, type UnknownDevicePolicy, type Resolution } from './resolve-device.js';
import { toChanges } from './to-changes.js';
import type { ClockTrust } from '../time/clock-trust.js';
import type { Clock } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import { createSequences, type SequencedReport } from './sequences.js';

/** Alerts of the gateway itself, about the numbers of a tracker's records. */
const SEQUENCE_LOST = 'seqLost';
const SEQUENCE_CONFLICT = 'seqConflict';

export type IngestOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  /** stores records, and with alerts whom they are told */
  readonly append: (records: readonly TrackerChange[]) => Promise<unknown>;
  readonly devices: Devices;
  readonly clock: Clock;
  /** left out: what comes under an id that is not registered is refused */
  readonly unknown?: UnknownDevicePolicy | undefined;
  /** the time by which devices expire, and the latest that it can be; those of the clock when left out */
  readonly trust?: Pick<ClockTrust, 'trustedNow' | 'latestNow'>;
};

/**
 * The one way in for records, over serial and HTTP alike. Its steps, in order: which device, is it entitled, was the
 * record seen before, is it credible, store. A receipt means: on stable storage. Of a device that is not registered yet
 * they are the same, but for where it is stored: in quarantine.
 */
export function createIngest({ store, append, devices, clock, unknown, trust }: IngestOptions): Receive {
  const { state, history } = store;
  const trustedNow = trust?.trustedNow ?? (() => clock.now());
  const latestNow = trust?.latestNow ?? (() => clock.now());
  const resolveDevice = createResolveDevice({ state, devices, clock: { now: trustedNow }, unknown });
  /** records on their way to the disk, by key: the same one again has the same fate */
  const inFlight = new Map<string, Promise<unknown>>();

  const sequences = createSequences({
    storedUpTo: (deviceId, epoch) =>
      storedUpTo(state.quarantine.devices.get(deviceId)?.sequences, epoch) ??
      storedUpTo(state.sequences.get(deviceId), epoch),
    isRegistered: (deviceId) => state.devices.has(deviceId),
    store: (reports) => storeOrQuarantine(deviceIdOf(reports), reports.flatMap(changesOf)),
    onConflict: reportConflict,
    gapReport: (report, epoch, from, to) => ({
      ...report,
      alerts: [gatewayAlert(SEQUENCE_LOST, clock.now(), `records ${from} to ${to} of ${epoch} never came`)],
      sequence: { epoch, seq: to },
    }),
  });

  return receive;

  function receive(report: Report): Promise<Receipt> {
    const resolution = resolveDevice(report);
    return resolution instanceof Promise
      ? resolution.then((resolved) => ingest(report, resolved))
      : ingest(report, resolution);
  }

  function ingest(report: Report, resolution: Resolution): Promise<Receipt> {
    if (!resolution.ok) return Promise.resolve(resolution);
    const receipt = ingestSequenced(report);
    if (receipt === undefined) return resolution.value === 'device' ? ingestUnsequenced(report) : quarantine(report);
    return resolution.value === 'unknown' ? receipt.then(markQuarantined) : receipt;
  }

  function ingestSequenced(report: Report): Promise<Receipt> | undefined {
    if (report.resume !== undefined) return sequences.resume(report, report.resume);
    return isSequenced(report) ? sequences.receive(report) : undefined;
  }

  /** Without numbers nothing tells later which records were told with which: what was told goes with its own report. */
  async function quarantine(report: Report): Promise<Receipt> {
    const records = attachTelemetry(changesOf(report)).filter(isRecord);
    try {
      const accepted = await unknown?.quarantine.add(report.deviceId, records);
      // It was registered since.
      if (accepted === undefined) return await receive(report);
      return success({ accepted, duplicates: records.length - accepted, quarantined: true });
    } catch (error) {
      if (error instanceof WaypostError) return failure(error.code, error.message);
      throw error;
    }
  }

  async function ingestUnsequenced(report: Report): Promise<Receipt> {
    const own = new Map<string, IdentifiedChange>();
    const pending: Promise<unknown>[] = [];
    for (const identified of withIdentities(attachTelemetry(changesOf(report), state.telemetry.get(report.deviceId)))) {
      if (identified.identity === undefined) continue;
      const before = inFlight.get(identified.identity.key);
      if (before === undefined) own.set(identified.identity.key, identified);
      else pending.push(before);
    }
    // Nothing of the report is stored before the rest of it is: it is all or nothing.
    const all = [...own.values()];
    const storing = pending.length === 0 ? storeNew(all) : Promise.all(pending).then(() => storeNew(all));
    for (const key of own.keys()) inFlight.set(key, storing);
    try {
      const accepted = await storing;
      return success({ accepted, duplicates: report.locations.length + report.alerts.length - accepted });
    } catch (error) {
      if (error instanceof WaypostError) return failure(error.code, error.message);
      throw error;
    } finally {
      for (const key of own.keys()) inFlight.delete(key);
    }
  }

  /** The first one stays; that there was another is told once. What the gateway has dated has another time each time. */
  async function reportConflict(report: SequencedReport): Promise<void> {
    const [location] = report.locations;
    if (location === undefined || location.attributes?.timeSource !== undefined) return;
    for (const record of changesOf(report).filter(isRecord)) {
      const isStored = state.devices.has(report.deviceId)
        ? await history.hasRecord(identityOf(record))
        : unknown?.quarantine.contains(record);
      if (isStored === true) return;
    }
    const { epoch, seq } = report.sequence;
    const alert = gatewayAlert(SEQUENCE_CONFLICT, Date.parse(location.dateTime), `two records are ${seq} of ${epoch}`);
    await storeOrQuarantine(report.deviceId, changesOf({ ...report, locations: [], alerts: [alert] }));
  }

  /** Where it belongs by now: the device may have been registered, or removed, since its report was taken. */
  async function storeOrQuarantine(deviceId: string, own: readonly TrackerChange[]): Promise<void> {
    const kept = state.devices.has(deviceId) ? undefined : await unknown?.quarantine.add(deviceId, own);
    if (kept === undefined) await storeNew(withIdentities(attachTelemetry(own, state.telemetry.get(deviceId))));
  }

  /** Stores what is not stored yet, in one batch; resolves with how many records that were. */
  async function storeNew(all: readonly IdentifiedChange[]): Promise<number> {
    const fresh: TrackerChange[] = [];
    for (const { change, identity } of all) {
      const held = identity !== undefined && history.hasRecord(identity);
      if (held === false || (held !== true && !(await held))) fresh.push(change);
    }
    if (fresh.length > 0) await append(fresh);
    return fresh.length;
  }

  function changesOf(report: Report): TrackerChange[] {
    const { deviceId } = report;
    const last = state.quarantine.devices.get(deviceId)?.lastLocation ?? state.lastLocations.get(deviceId);
    return toChanges(report, latestNow(), last);
  }
}

/** A change, and by what it is known as the same one when it comes again; nothing of what is not a record. */
type IdentifiedChange = { readonly change: TrackerChange; readonly identity: RecordIdentity | undefined };

const withIdentities = (all: readonly TrackerChange[]): IdentifiedChange[] =>
  all.map((change) => ({ change, identity: isRecord(change) ? identityOf(change) : undefined }));

const markQuarantined = (receipt: Receipt): Receipt =>
  receipt.ok ? success({ ...receipt.value, quarantined: true }) : receipt;

const isSequenced = (report: Report): report is SequencedReport => report.sequence !== undefined;

const deviceIdOf = ([report]: readonly Report[]): string => report?.deviceId ?? '';

const gatewayAlert = (name: string, ms: number, text: string): Alert => ({
  dateTime: new Date(ms).toISOString(),
  alerts: [name],
  text,
});
