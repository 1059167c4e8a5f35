import { identityOf, isRecord, type Identity } from '../domain/record.js';
import { storedUpTo } from '../domain/sequence.js';
import { withTelemetry } from '../domain/telemetry.js';
import { failure, success, WaypostError } from '../errors.js';
import type { Receipt } from '../protocols/protocol.js';
import type { Alert } from '../schema/alert.js';
import type { TrackerChange } from '../schema/entry.js';
import type { Receive, Report } from '../serial/receive.js';
import type { Store } from '../store/store.js';
import { createAdmission, type UnknownPolicy, type Whose } from './admission.js';
import { changesOf } from './changes-of.js';
import type { ClockTrust } from './clock-trust.js';
import type { Clock } from './clock.js';
import type { Devices } from './devices.js';
import { createSequences, type Numbered } from './sequences.js';

/** Alerts of the gateway itself, about the numbers of a tracker's records. */
const LOST = 'seqLost';
const CONFLICT = 'seqConflict';

export type IngestOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  /** stores records, and with alerts whom they are told */
  readonly append: (records: readonly TrackerChange[]) => Promise<unknown>;
  readonly devices: Devices;
  readonly clock: Clock;
  /** left out: what comes under an id that is not registered is refused */
  readonly unknown?: UnknownPolicy | undefined;
  /** the time by which devices expire, and the latest that it can be; those of the clock when left out */
  readonly trust?: Pick<ClockTrust, 'known' | 'latest'>;
};

/**
 * The one way in for records, over serial and HTTP alike. Its steps, in order: which device, is it entitled, was the
 * record seen before, is it credible, store. A receipt means: on stable storage. Of a device that is not registered yet
 * they are the same, but for where it is stored: in quarantine.
 */
export function createIngest({ store, append, devices, clock, unknown, trust }: IngestOptions): Receive {
  const { state, history } = store;
  const known = trust?.known ?? (() => clock.now());
  const latest = trust?.latest ?? (() => clock.now());
  const admit = createAdmission({ state, devices, clock: { now: known }, unknown });
  /** records on their way to the disk, by key: the same one again has the same fate */
  const underway = new Map<string, Promise<unknown>>();

  const sequences = createSequences({
    storedUpTo: (deviceId, epoch) =>
      storedUpTo(state.quarantine.devices.get(deviceId)?.sequences, epoch) ??
      storedUpTo(state.sequences.get(deviceId), epoch),
    isRegistered: (deviceId) => state.devices.has(deviceId),
    store: (reports) => put(deviceOf(reports), reports.flatMap(changes)),
    onConflict: tellConflict,
    lossOf: (report, epoch, from, to) => ({
      ...report,
      alerts: [marker(LOST, clock.now(), `records ${from} to ${to} of ${epoch} never came`)],
      sequence: { epoch, seq: to },
    }),
  });

  return receive;

  function receive(report: Report): Promise<Receipt> {
    const whose = admit(report);
    return whose instanceof Promise ? whose.then((known) => take(report, known)) : take(report, whose);
  }

  function take(report: Report, whose: Whose): Promise<Receipt> {
    if (!whose.ok) return Promise.resolve(whose);
    const receipt = takeNumbered(report);
    if (receipt === undefined) return whose.value === 'device' ? takeUnnumbered(report) : quarantine(report);
    return whose.value === 'unknown' ? receipt.then(quarantined) : receipt;
  }

  function takeNumbered(report: Report): Promise<Receipt> | undefined {
    if (report.resume !== undefined) return sequences.resume(report, report.resume);
    return isNumbered(report) ? sequences.take(report) : undefined;
  }

  /** Without numbers nothing tells later which records were told with which: what was told goes with its own report. */
  async function quarantine(report: Report): Promise<Receipt> {
    const records = withTelemetry(changes(report)).filter(isRecord);
    try {
      const accepted = await unknown?.quarantine.keep(report.deviceId, records);
      // It was registered since.
      if (accepted === undefined) return await receive(report);
      return success({ accepted, duplicates: records.length - accepted, quarantined: true });
    } catch (error) {
      if (error instanceof WaypostError) return failure(error.code, error.message);
      throw error;
    }
  }

  async function takeUnnumbered(report: Report): Promise<Receipt> {
    const own = new Map<string, Told>();
    const followed: Promise<unknown>[] = [];
    for (const told of toldIn(withTelemetry(changes(report), state.telemetry.get(report.deviceId)))) {
      if (told.identity === undefined) continue;
      const before = underway.get(told.identity.key);
      if (before === undefined) own.set(told.identity.key, told);
      else followed.push(before);
    }
    // Nothing of the report is stored before the rest of it is: it is all or nothing.
    const all = [...own.values()];
    const storing = followed.length === 0 ? storeNew(all) : Promise.all(followed).then(() => storeNew(all));
    for (const key of own.keys()) underway.set(key, storing);
    try {
      const accepted = await storing;
      return success({ accepted, duplicates: report.locations.length + report.alerts.length - accepted });
    } catch (error) {
      if (error instanceof WaypostError) return failure(error.code, error.message);
      throw error;
    } finally {
      for (const key of own.keys()) underway.delete(key);
    }
  }

  /** The first one stays; that there was another is told once. What the gateway has dated has another time each time. */
  async function tellConflict(report: Numbered): Promise<void> {
    const [location] = report.locations;
    if (location === undefined || location.attributes?.timeSource !== undefined) return;
    for (const record of changes(report).filter(isRecord)) {
      const isThere = state.devices.has(report.deviceId)
        ? await history.holds(identityOf(record))
        : unknown?.quarantine.holds(record);
      if (isThere === true) return;
    }
    const { epoch, seq } = report.sequence;
    const alert = marker(CONFLICT, Date.parse(location.dateTime), `two records are ${seq} of ${epoch}`);
    await put(report.deviceId, changes({ ...report, locations: [], alerts: [alert] }));
  }

  /** Where it belongs by now: the device may have been registered, or removed, since its report was taken. */
  async function put(deviceId: string, own: readonly TrackerChange[]): Promise<void> {
    const kept = state.devices.has(deviceId) ? undefined : await unknown?.quarantine.keep(deviceId, own);
    if (kept === undefined) await storeNew(toldIn(withTelemetry(own, state.telemetry.get(deviceId))));
  }

  /** Stores what is not stored yet, in one batch; resolves with how many records that were. */
  async function storeNew(all: readonly Told[]): Promise<number> {
    const fresh: TrackerChange[] = [];
    for (const { change, identity } of all) {
      const held = identity !== undefined && history.holds(identity);
      if (held === false || (held !== true && !(await held))) fresh.push(change);
    }
    if (fresh.length > 0) await append(fresh);
    return fresh.length;
  }

  function changes(report: Report): TrackerChange[] {
    const { deviceId } = report;
    const last = state.quarantine.devices.get(deviceId)?.lastLocation ?? state.lastLocations.get(deviceId);
    return changesOf(report, latest(), last);
  }
}

/** A change, and by what it is known as the same one when it comes again; nothing of what is not a record. */
type Told = { readonly change: TrackerChange; readonly identity: Identity | undefined };

const toldIn = (all: readonly TrackerChange[]): Told[] =>
  all.map((change) => ({ change, identity: isRecord(change) ? identityOf(change) : undefined }));

const quarantined = (receipt: Receipt): Receipt =>
  receipt.ok ? success({ ...receipt.value, quarantined: true }) : receipt;

const isNumbered = (report: Report): report is Numbered => report.sequence !== undefined;

const deviceOf = ([report]: readonly Report[]): string => report?.deviceId ?? '';

const marker = (name: string, ms: number, text: string): Alert => ({
  dateTime: new Date(ms).toISOString(),
  alerts: [name],
  text,
});
