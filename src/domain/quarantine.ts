import type { Source } from '../schema/device.js';
import type { Entry, ReleaseReason, Sequence, TrackerChange } from '../schema/entry.js';
import type { Location } from '../schema/location.js';
import { isLast } from './credible.js';
import { identityOf, isRecord } from './record.js';
import { reached } from './sequence.js';

/** One record that is kept: the number of its entry, what it is to bring about, and how long that is as JSON. */
export type Kept = { readonly n: number; readonly change: TrackerChange; readonly chars: number };

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
  readonly records: ReadonlyMap<string, Kept>;
};

export type HeldDevice = Omit<UnknownDevice, 'dropped' | 'records'> & {
  dropped: number;
  readonly records: Map<string, Kept>;
};

/** Everything kept of ids that are not registered. It is changed in place: a copy for each record would cost all of it. */
export type Quarantine = {
  /** by id, whoever was heard last comes last */
  readonly devices: Map<string, HeldDevice>;
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
export const bounds = { devices: 1_000, ofOne: 1_000, records: 10_000, chars: 4_194_304 } as const;
export type Bounds = Readonly<Record<keyof typeof bounds, number>>;

export const emptyQuarantine = (): Quarantine => ({ devices: new Map(), records: 0, chars: 0, dropped: 0 });

/** Telemetry is never the same again: it has no identity but its number. */
export const keyOf = (change: TrackerChange, n: number): string =>
  isRecord(change) ? identityOf(change).key : `telemetry ${n}`;

/** Keeps a record, once; what has no room any more goes. */
export function keep(
  quarantine: Quarantine,
  { n, at, v: change }: Pick<Extract<Entry, { kind: 'quarantined' }>, 'n' | 'at' | 'v'>,
  most: Bounds = bounds,
): void {
  const { deviceId, source, sequence } = change.v;
  const before = quarantine.devices.get(deviceId);
  const last = before?.lastLocation ?? null;
  const device: HeldDevice = {
    since: before?.since ?? n,
    firstHeard: before?.firstHeard ?? at,
    lastHeard: at,
    source,
    lastLocation: change.kind === 'location' && isLast(change.v, last) ? change.v.location : last,
    sequences: sequence === undefined ? (before?.sequences ?? []) : reached(before?.sequences, sequence),
    dropped: before?.dropped ?? 0,
    records: before?.records ?? new Map<string, Kept>(),
  };
  quarantine.devices.delete(deviceId);
  quarantine.devices.set(deviceId, device);
  const key = keyOf(change, n);
  if (device.records.has(key)) return;
  const chars = JSON.stringify(change).length;
  device.records.set(key, { n, change, chars });
  quarantine.records += 1;
  quarantine.chars += chars;
  if (device.records.size > most.ofOne) dropOldest(quarantine, device);
  if (quarantine.records > most.records || quarantine.chars > most.chars) makeRoom(quarantine, most);
}

/** Keeps nothing of the id any more; gives back what was. */
export function release(quarantine: Quarantine, id: string, reason: ReleaseReason): UnknownDevice | undefined {
  const device = quarantine.devices.get(id);
  if (device === undefined) return undefined;
  quarantine.devices.delete(id);
  quarantine.records -= device.records.size;
  for (const { chars } of device.records.values()) quarantine.chars -= chars;
  if (reason === 'displaced') quarantine.dropped += device.records.size;
  return device;
}

/** Who has to go so that there is room for those of `ids` that are new: whoever was not heard for the longest time. */
export function displacedBy(
  { devices }: ReadonlyQuarantine,
  ids: ReadonlySet<string>,
  most: number = bounds.devices,
): string[] {
  const fresh = [...ids].filter((id) => !devices.has(id)).length;
  const going: string[] = [];
  for (const id of devices.keys()) {
    if (devices.size + fresh - going.length <= most) break;
    if (!ids.has(id)) going.push(id);
  }
  return going;
}

function drop(quarantine: Quarantine, device: HeldDevice, key: string): void {
  const kept = device.records.get(key);
  if (kept === undefined) return;
  device.records.delete(key);
  device.dropped += 1;
  quarantine.dropped += 1;
  quarantine.records -= 1;
  quarantine.chars -= kept.chars;
}

function dropOldest(quarantine: Quarantine, device: HeldDevice): void {
  const [oldest] = device.records.keys();
  if (oldest !== undefined) drop(quarantine, device, oldest);
}

/** The oldest of all go, a tenth at once: to look for the oldest one takes a look at all. */
function makeRoom(quarantine: Quarantine, most: Bounds): void {
  const all = [...quarantine.devices.values()].flatMap((device) =>
    [...device.records].map(([key, { n }]) => ({ device, key, n })),
  );
  for (const { device, key } of all.sort((a, b) => a.n - b.n)) {
    if (quarantine.records <= most.records * 0.9 && quarantine.chars <= most.chars * 0.9) return;
    drop(quarantine, device, key);
  }
}
