import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Zone } from '../../schema/zones/zone.js';
import type { Api, ApiFailure, ApiResult } from '../api/client.js';
import type { FeedClient } from '../api/feed-client.js';
import type { FeedData } from '../api/received-event.js';
import type { BrowserClock } from '../clock/browser-clock.js';
import type { LiveStore } from '../live/live-store.js';

/** A device in a zone; `since`: the first fix in it, ms since 1970. */
export type ZoneVisit = { readonly zone: string; readonly since: number };

/** The zones, and which visible devices are in them now; nothing is read until a page needs it. */
export type ZoneStore = {
  /** sorted by name */
  readonly zones: ReadonlySignal<readonly Zone[]>;
  readonly loaded: ReadonlySignal<boolean>;
  /** of the last read */
  readonly failure: ReadonlySignal<ApiFailure | undefined>;
  /** by device id, the first one in first */
  readonly visits: ReadonlySignal<ReadonlyMap<string, readonly ZoneVisit[]>>;
  /** ids of the devices in each zone, by zone id */
  readonly devicesIn: ReadonlySignal<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Reads them if they are not read yet. */
  readonly need: () => void;
  readonly reload: () => void;
  /** Follows the gateway until the function that it returns is called. */
  readonly start: () => () => void;
};

export type ZoneStoreOptions = {
  readonly api: Pick<Api, 'get'>;
  readonly feed: Pick<FeedClient, 'on'>;
  readonly live: Pick<LiveStore, 'get'>;
  readonly clock: Pick<BrowserClock, 'after'>;
};

type VisitView = { readonly deviceId: string; readonly zone: string; readonly since: string };
type ZoneLists = { readonly zones: readonly Zone[]; readonly zoneVisits: readonly VisitView[] };
type Visits = ReadonlyMap<string, readonly ZoneVisit[]>;
type Change =
  | { readonly type: 'zone'; readonly data: FeedData['zone'] }
  | { readonly type: 'zoneChange'; readonly data: FeedData['zoneChange'] }
  | { readonly type: 'device'; readonly data: FeedData['device'] };

const RETRY_MS = 5_000;
/** Devices become visible in bursts. */
const COALESCE_MS = 1_000;

const byName = (zones: readonly Zone[]): readonly Zone[] =>
  [...zones].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));

/** What the store publishes; `clear` is for the sign-out. */
function createZoneData() {
  const zones = signal<readonly Zone[]>([]);
  const visits = signal<Visits>(new Map());
  const loaded = signal(false);
  const failure = signal<ApiFailure | undefined>(undefined);
  function apply(change: Change): void {
    if (change.type === 'zone') visits.value = withVisit(visits.peek(), change.data);
    else if (change.type === 'device') visits.value = withoutDevice(visits.peek(), change.data.deviceId);
    else {
      const { zoneId, zone } = change.data;
      const others = zones.peek().filter(({ id }) => id !== zoneId);
      zones.value = zone === null ? others : byName([...others, zone]);
      if (zone === null) visits.value = withoutZone(visits.peek(), zoneId);
    }
  }
  function set(read: ZoneLists, changes: readonly Change[]): void {
    batch(() => {
      zones.value = byName(read.zones);
      visits.value = groupByDevice(read.zoneVisits);
      for (const change of changes) apply(change);
      failure.value = undefined;
      loaded.value = true;
    });
  }
  function clear(): void {
    batch(() => {
      zones.value = [];
      visits.value = new Map();
      loaded.value = false;
      failure.value = undefined;
    });
  }
  return { zones, visits, loaded, failure, apply, set, clear };
}

/** Without zones there are no visits. */
async function readZones(api: ZoneStoreOptions['api']): Promise<ApiResult<ZoneLists>> {
  const zones = await api.get<Pick<ZoneLists, 'zones'>>('/api/zones');
  if (!zones.ok) return zones;
  if (zones.value.zones.length === 0) return { ok: true, value: { ...zones.value, zoneVisits: [] } };
  const visits = await api.get<Pick<ZoneLists, 'zoneVisits'>>('/api/zoneVisits');
  return visits.ok ? { ok: true, value: { ...zones.value, ...visits.value } } : visits;
}

export function createZoneStore({ api, feed, live, clock }: ZoneStoreOptions): ZoneStore {
  const { zones, visits, loaded, failure, ...data } = createZoneData();
  /** what happens during a read, whose response may be older; undefined: nothing is read */
  let changes: Change[] | undefined;
  let isNeeded = false;
  let isStarted = false;
  let latestRead = 0;
  let cancelRead: (() => void) | undefined;

  function onChange(change: Change): void {
    if (!isNeeded) return;
    changes?.push(change);
    data.apply(change);
  }

  async function read(): Promise<void> {
    const ownRead = ++latestRead;
    cancelRead?.();
    cancelRead = undefined;
    const since: Change[] = [];
    changes = since;
    const result = await readZones(api);
    if (ownRead !== latestRead) return;
    if (result.ok) data.set(result.value, since);
    else {
      failure.value = result;
      scheduleRead(RETRY_MS);
    }
    changes = undefined;
  }

  function scheduleRead(ms: number): void {
    cancelRead ??= clock.after(ms, () => void read());
  }

  function onDevice(device: FeedData['device']): void {
    if (device.device === null) onChange({ type: 'device', data: device });
    // A device that becomes visible may be in a zone.
    else if (isNeeded && live.get(device.deviceId) === undefined) scheduleRead(COALESCE_MS);
  }

  const follow = (): readonly (() => void)[] => [
    feed.on('zone', (visit) => {
      onChange({ type: 'zone', data: visit });
    }),
    feed.on('zoneChange', (zone) => {
      onChange({ type: 'zoneChange', data: zone });
    }),
    feed.on('device', onDevice),
    feed.on('gap', () => {
      if (isNeeded) void read();
    }),
  ];

  return {
    ...{ zones, visits, loaded, failure },
    devicesIn: computed(() => groupByZone(visits.value)),
    need() {
      if (isNeeded) return;
      isNeeded = true;
      if (isStarted) void read();
    },
    reload: () => void read(),
    start() {
      isStarted = true;
      if (isNeeded) void read();
      const stops = follow();
      return () => {
        latestRead += 1;
        cancelRead?.();
        cancelRead = undefined;
        for (const stop of stops) stop();
        [isStarted, isNeeded, changes] = [false, false, undefined];
        data.clear();
      };
    },
  };
}

function groupByDevice(all: readonly VisitView[]): Visits {
  const visits = new Map<string, ZoneVisit[]>();
  for (const { deviceId, zone, since } of all) {
    const own = visits.get(deviceId) ?? [];
    own.push({ zone, since: Date.parse(since) });
    visits.set(deviceId, own);
  }
  for (const own of visits.values()) own.sort((a, b) => a.since - b.since);
  return visits;
}

function groupByZone(visits: Visits): ReadonlyMap<string, ReadonlySet<string>> {
  const devices = new Map<string, Set<string>>();
  for (const [deviceId, own] of visits) {
    for (const { zone } of own) devices.set(zone, (devices.get(zone) ?? new Set()).add(deviceId));
  }
  return devices;
}

function withVisit(visits: Visits, { deviceId, zone, dateTime, isInside }: FeedData['zone']): Visits {
  const others = (visits.get(deviceId) ?? []).filter((visit) => visit.zone !== zone);
  return new Map(visits).set(deviceId, isInside ? [...others, { zone, since: Date.parse(dateTime) }] : others);
}

function withoutDevice(visits: Visits, deviceId: string): Visits {
  const left = new Map(visits);
  left.delete(deviceId);
  return left;
}

const withoutZone = (visits: Visits, zoneId: string): Visits =>
  new Map([...visits].map(([deviceId, own]) => [deviceId, own.filter(({ zone }) => zone !== zoneId)] as const));
