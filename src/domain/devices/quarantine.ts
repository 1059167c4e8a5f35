import type { Source } from '../../schema/devices/device.js';
import type { Entry, ReleaseReason, TrackerChange } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import { BOUNDS } from '../bounds.js';
import { jsonBytes } from '../json.js';
import { isLastLocation } from '../records/last-location.js';
import { isBulky, withoutBulk } from '../records/location.js';
import { isRecord, keyOf } from '../records/record.js';
import { isLossAlert } from '../records/alert.js';
import { advanceSequence, type StoredRun } from '../records/sequence.js';

/** One record: the number of its entry, the change to import on adoption, and the UTF-8 bytes of that as JSON. */
export type QuarantinedRecord = { readonly n: number; readonly change: TrackerChange; readonly chars: number };

/** `chars`: UTF-8 bytes of their JSON */
export type Held = { readonly records: number; readonly chars: number };

/** An unknown device and its quarantined records. */
export type UnknownDevice = {
  /** number of the entry of its first record */
  readonly since: number;
  /** UTC */
  readonly firstHeard: string;
  readonly lastHeard: string;
  readonly source: Source;
  /** the newest credible fix, including dropped ones; of a large one only the position */
  readonly lastLocation: Location | null;
  /** the newest run of numbers quarantined of each epoch, as for a device */
  readonly sequences: readonly StoredRun[];
  /** number of records dropped, oldest first */
  readonly dropped: number;
  /** of its records, those that other gateways forwarded: nothing displaces them; left out: none */
  readonly forwarded?: Held;
  /** by record key, oldest first */
  readonly records: ReadonlyMap<string, QuarantinedRecord>;
};

export type MutableUnknownDevice = Omit<UnknownDevice, 'dropped' | 'forwarded' | 'records'> & {
  dropped: number;
  forwarded?: Held;
  readonly records: Map<string, QuarantinedRecord>;
};

/** The records of all unknown devices. Changed in place, because a copy per record would be too slow. */
export type QuarantineState = {
  /** by id, most recently seen last */
  readonly devices: Map<string, MutableUnknownDevice>;
  /** number of records of all devices */
  records: number;
  chars: number;
  /** number of records of all devices that were ever dropped */
  dropped: number;
};
export type ReadonlyQuarantine = Readonly<Omit<QuarantineState, 'devices'>> & {
  readonly devices: ReadonlyMap<string, UnknownDevice>;
};

/** Bounds the memory, whatever ids and records a sender invents. */
export const QUARANTINE_LIMITS = {
  devices: BOUNDS.unknownDevices.max,
  perDevice: BOUNDS.quarantine.share.max,
  records: BOUNDS.quarantine.max,
  chars: BOUNDS.quarantine.bytes,
} as const;
export type QuarantineLimits = Readonly<Record<keyof typeof QUARANTINE_LIMITS, number>>;

export const emptyQuarantine = (): QuarantineState => ({ devices: new Map(), records: 0, chars: 0, dropped: 0 });

/** Telemetry has no duplicates: its only identity is its number. */
export const recordKeyOf = (change: TrackerChange, n: number): string =>
  isRecord(change) ? keyOf(change) : `telemetry ${n}`;

/** UTF-8 bytes of the JSON of a last location beyond which only its position is kept. */
const MAX_LAST_LOCATION_BYTES = 1_024;

function shorten(location: Location): Location {
  if (!isBulky(location)) return location;
  return jsonBytes(location) > MAX_LAST_LOCATION_BYTES ? withoutBulk(location) : location;
}

/** Adds a record, once; drops the oldest beyond the limits. */
export function addRecord(
  quarantine: QuarantineState,
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
    lastLocation: change.kind === 'location' && isLastLocation(change.v, last) ? shorten(change.v.location) : last,
    sequences:
      sequence === undefined
        ? (before?.sequences ?? [])
        : advanceSequence(before?.sequences, sequence, isLossAlert(change)),
    dropped: before?.dropped ?? 0,
    ...(before?.forwarded !== undefined && { forwarded: before.forwarded }),
    records: before?.records ?? new Map<string, QuarantinedRecord>(),
  };
  quarantine.devices.delete(deviceId);
  quarantine.devices.set(deviceId, device);
  const key = recordKeyOf(change, n);
  if (device.records.has(key)) return;
  const chars = jsonBytes(change);
  device.records.set(key, { n, change, chars });
  quarantine.records += 1;
  quarantine.chars += chars;
  if (isForwarded(change)) device.forwarded = plus(device.forwarded, { records: 1, chars });
  if (device.records.size > limits.perDevice) dropOldest(quarantine, device);
  if (quarantine.records > limits.records || quarantine.chars > limits.chars) dropOldestOfAll(quarantine, limits);
}

/** Removes an unknown device; returns it. */
export function removeDevice(
  quarantine: QuarantineState,
  id: string,
  reason: ReleaseReason,
): UnknownDevice | undefined {
  const device = quarantine.devices.get(id);
  if (device === undefined) return undefined;
  quarantine.devices.delete(id);
  quarantine.records -= device.records.size;
  for (const { chars } of device.records.values()) quarantine.chars -= chars;
  if (reason === 'displaced') quarantine.dropped += device.records.size;
  return device;
}

export const NOTHING_HELD: Held = { records: 0, chars: 0 };
export const plus = (held: Held = NOTHING_HELD, { records, chars }: Held): Held => ({
  records: held.records + records,
  chars: held.chars + chars,
});

/** Of records that are not held yet. */
export const sizeOf = (changes: readonly TrackerChange[]): Held => ({
  records: changes.length,
  chars: changes.reduce((sum, change) => sum + jsonBytes(change), 0),
});

/** Another gateway forwarded it, and relies on it from the acknowledgement on. */
export const isForwarded = ({ v }: TrackerChange): boolean => v.source.gateway !== undefined;

/** What forwarded records may take of each bound; what comes over ports keeps the rest. */
const FORWARDED_PART = 1 / 2;

/**
 * Is there room for forwarded records of an id besides those that are there? `added` and `devices`: what is about to be
 * added for other ids. It is never taken from what is held.
 */
export function hasRoomForForwarded(
  { devices }: ReadonlyQuarantine,
  id: string,
  own: Held,
  { added, ids }: { readonly added: Held; readonly ids: ReadonlySet<string> },
  limits: QuarantineLimits = QUARANTINE_LIMITS,
): boolean {
  const holders = new Set([...ids, id]);
  let held = plus(added, own);
  for (const [holder, { forwarded }] of devices) {
    if (forwarded === undefined) continue;
    held = plus(held, forwarded);
    holders.add(holder);
  }
  return (
    (devices.get(id)?.records.size ?? 0) + own.records <= limits.perDevice &&
    held.records <= limits.records * FORWARDED_PART &&
    held.chars <= limits.chars * FORWARDED_PART &&
    holders.size <= limits.devices * FORWARDED_PART
  );
}

/** Records of an id beyond which more of them are worth little. */
const MANY_RECORDS = 100;

/** Does a record of this id displace what is held, or one of the many that are held of it? */
export function isDisplacing({ devices, records }: ReadonlyQuarantine, id: string): boolean {
  const device = devices.get(id);
  if (device === undefined) return devices.size >= QUARANTINE_LIMITS.devices;
  return device.records.size >= MANY_RECORDS || records >= QUARANTINE_LIMITS.records * 0.9;
}

/** The devices to remove to make room for new ones of `ids`: the least recently seen without forwarded records. */
export function devicesToDisplace(
  { devices }: ReadonlyQuarantine,
  ids: ReadonlySet<string>,
  maxDevices: number = QUARANTINE_LIMITS.devices,
): string[] {
  const added = [...ids].filter((id) => !devices.has(id)).length;
  const displaced: string[] = [];
  for (const [id, { forwarded }] of devices) {
    if (devices.size + added - displaced.length <= maxDevices) break;
    if (!ids.has(id) && forwarded === undefined) displaced.push(id);
  }
  return displaced;
}

function dropRecord(quarantine: QuarantineState, device: MutableUnknownDevice, key: string): void {
  const record = device.records.get(key);
  if (record === undefined) return;
  device.records.delete(key);
  device.dropped += 1;
  quarantine.dropped += 1;
  quarantine.records -= 1;
  quarantine.chars -= record.chars;
}

function dropOldest(quarantine: QuarantineState, device: MutableUnknownDevice): void {
  for (const [key, { change }] of device.records) {
    if (isForwarded(change)) continue;
    dropRecord(quarantine, device, key);
    return;
  }
}

/** Drops the oldest tenth at once, because finding the oldest visits all records. */
function dropOldestOfAll(quarantine: QuarantineState, limits: QuarantineLimits): void {
  const all = [...quarantine.devices.values()].flatMap((device) =>
    [...device.records].flatMap(([key, { n, change }]) => (isForwarded(change) ? [] : [{ device, key, n }])),
  );
  for (const { device, key } of all.sort((a, b) => a.n - b.n)) {
    if (quarantine.records <= limits.records * 0.9 && quarantine.chars <= limits.chars * 0.9) return;
    dropRecord(quarantine, device, key);
  }
}
