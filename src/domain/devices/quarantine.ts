import type { Source } from '../../schema/devices/device.js';
import type { Entry, ReleaseReason, Sequence, TrackerChange } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import { isLastLocation } from '../records/last-location.js';
import { identityOf, isRecord } from '../records/record.js';
import { advanceSequence } from '../records/sequence.js';

/** One record that is kept: the number of its entry, what it is to bring about, and how long that is as JSON. */
export type QuarantinedRecord = { readonly n: number; readonly change: TrackerChange; readonly chars: number };

/** An id that is not registered, and what is kept of it. */
export type UnknownDevice = {
  /** number of the entry with which it was first heard */
  readonly since: number;
  /** UTC */
  readonly firstHeard: string;
  readonly lastHeard: string;
  readonly source: Source;
  /** the newest credible fix, also of those dropped */
  readonly lastLocation: Location | null;
  /** up to where its numbered records were kept, as of a device */
  readonly sequences: readonly Sequence[];
  /** records that had to go, the oldest first */
  readonly dropped: number;
  /** by what makes one the same again, oldest first */
  readonly records: ReadonlyMap<string, QuarantinedRecord>;
};

export type MutableUnknownDevice = Omit<UnknownDevice, 'dropped' | 'records'> & {
  dropped: number;
  readonly records: Map<string, QuarantinedRecord>;
};

/** Everything kept of ids that are not registered. It is changed in place: a copy for each record would cost all of it. */
export type Quarantine = {
  /** by id, whoever was heard last comes last */
  readonly devices: Map<string, MutableUnknownDevice>;
  /** kept now, of all */
  records: number;
  chars: number;
  /** records that had to go, of all, ever */
  dropped: number;
};
export type ReadonlyQuarantine = Readonly<Omit<Quarantine, 'devices'>> & {
  readonly devices: ReadonlyMap<string, UnknownDevice>;
};

/** Whoever sends under ever new ids gets no more memory than this. */
export const QUARANTINE_LIMITS = { devices: 1_000, ofOne: 1_000, records: 10_000, chars: 4_194_304 } as const;
export type QuarantineLimits = Readonly<Record<keyof typeof QUARANTINE_LIMITS, number>>;

export const emptyQuarantine = (): Quarantine => ({ devices: new Map(), records: 0, chars: 0, dropped: 0 });

/** Telemetry is never the same again: it has no identity but its number. */
export const recordKeyOf = (change: TrackerChange, n: number): string =>
  isRecord(change) ? identityOf(change).key : `telemetry ${n}`;

/** Keeps a record, once; what has no room any more goes. */
export function addRecord(
  quarantine: Quarantine,
  { n, at, v: change }: Pick<Extract<Entry, { kind: 'quarantined' }>, 'n' | 'at' | 'v'>,
  limits: QuarantineLimits = QUARANTINE_LIMITS,
): void {
  const { deviceId, source, sequence } = change.v;
  const before = quarantine.devices.get(deviceId);
  const last = before?.lastLocation ?? null;
  const device: MutableUnknownDevice = {
    since: before?.since ?? n,
    firstHeard: before?.firstHeard ?? at,
    lastHeard: at,
    source,
    lastLocation: change.kind === 'location' && isLastLocation(change.v, last) ? change.v.location : last,
    sequences: sequence === undefined ? (before?.sequences ?? []) : advanceSequence(before?.sequences, sequence),
    dropped: before?.dropped ?? 0,
    records: before?.records ?? new Map<string, QuarantinedRecord>(),
  };
  quarantine.devices.delete(deviceId);
  quarantine.devices.set(deviceId, device);
  const key = recordKeyOf(change, n);
  if (device.records.has(key)) return;
  const chars = JSON.stringify(change).length;
  device.records.set(key, { n, change, chars });
  quarantine.records += 1;
  quarantine.chars += chars;
  if (device.records.size > limits.ofOne) dropOldest(quarantine, device);
  if (quarantine.records > limits.records || quarantine.chars > limits.chars) dropOldestOfAll(quarantine, limits);
}

/** Keeps nothing of the id any more; gives back what was. */
export function removeDevice(quarantine: Quarantine, id: string, reason: ReleaseReason): UnknownDevice | undefined {
  const device = quarantine.devices.get(id);
  if (device === undefined) return undefined;
  quarantine.devices.delete(id);
  quarantine.records -= device.records.size;
  for (const { chars } of device.records.values()) quarantine.chars -= chars;
  if (reason === 'displaced') quarantine.dropped += device.records.size;
  return device;
}

/** Who has to go so that there is room for those of `ids` that are new: whoever was not heard for the longest time. */
export function devicesToDisplace(
  { devices }: ReadonlyQuarantine,
  ids: ReadonlySet<string>,
  maxDevices: number = QUARANTINE_LIMITS.devices,
): string[] {
  const added = [...ids].filter((id) => !devices.has(id)).length;
  const displaced: string[] = [];
  for (const id of devices.keys()) {
    if (devices.size + added - displaced.length <= maxDevices) break;
    if (!ids.has(id)) displaced.push(id);
  }
  return displaced;
}

function dropRecord(quarantine: Quarantine, device: MutableUnknownDevice, key: string): void {
  const record = device.records.get(key);
  if (record === undefined) return;
  device.records.delete(key);
  device.dropped += 1;
  quarantine.dropped += 1;
  quarantine.records -= 1;
  quarantine.chars -= record.chars;
}

function dropOldest(quarantine: Quarantine, device: MutableUnknownDevice): void {
  const [oldest] = device.records.keys();
  if (oldest !== undefined) dropRecord(quarantine, device, oldest);
}

/** The oldest of all go, a tenth at once: to look for the oldest one takes a look at all. */
function dropOldestOfAll(quarantine: Quarantine, limits: QuarantineLimits): void {
  const all = [...quarantine.devices.values()].flatMap((device) =>
    [...device.records].map(([key, { n }]) => ({ device, key, n })),
  );
  for (const { device, key } of all.sort((a, b) => a.n - b.n)) {
    if (quarantine.records <= limits.records * 0.9 && quarantine.chars <= limits.chars * 0.9) return;
    dropRecord(quarantine, device, key);
  }
}
