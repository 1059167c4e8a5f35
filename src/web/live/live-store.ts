import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { DeviceView } from '../../schema/devices/device.js';
import type { Location } from '../../schema/records/location.js';
import type { FeedData } from '../api/received-event.js';
import { displayName, emptyDevice, withDevice, withHistory, withLocation, type DeviceState } from './device-state.js';
import { withMoved } from './sorted-ids.js';

/** The current state of all visible devices. */
export type LiveStore = {
  /** ids of the devices, sorted by name; changes only when a device is added, removed or renamed */
  readonly ids: ReadonlySignal<readonly string[]>;
  /** whether the devices were read and `ids` contains them */
  readonly loaded: ReadonlySignal<boolean>;
  /** counts updates; views that draw all devices redraw when it changes */
  readonly version: ReadonlySignal<number>;
  readonly get: (id: string) => ReadonlySignal<DeviceState> | undefined;
  readonly all: () => Iterable<DeviceState>;
  readonly onLocation: (data: FeedData['location'], hasId: boolean) => void;
  readonly onDevice: (data: FeedData['device']) => void;
  /** stored fixes of the last minutes, ascending */
  readonly addHistory: (deviceId: string, locations: readonly Location[]) => void;
  /** Call it before reading the devices: returns the function that applies them, because they may change meanwhile. */
  readonly startReload: () => (devices: readonly DeviceView[]) => void;
  /** paths of the ports that are not open, with the time when the page learned it (ms since 1970) */
  readonly setClosedPorts: (closed: ReadonlyMap<string, number>) => void;
  /** ids of the devices that the map marks */
  readonly setNeedingAttention: (ids: ReadonlySet<string>) => void;
  readonly clear: () => void;
};

export type LiveStoreOptions = {
  /** ms since 1970, by the gateway's clock */
  readonly now: () => number;
  /** runs once before the next paint, so that a thousand events cause one redraw */
  readonly requestFrame: (run: () => void) => void;
};

export function createLiveStore({ now, requestFrame }: LiveStoreOptions): LiveStore {
  const states = new Map<string, DeviceState>();
  const publisher = createPublisher(states, requestFrame);
  const { ids, loaded, version, get, markChanged } = publisher;
  let changedSinceReload = new Set<string>();
  let closedPorts: ReadonlyMap<string, number> = new Map();
  let needingAttention: ReadonlySet<string> = new Set();

  function flagged(device: DeviceState): DeviceState {
    const portClosedAt = closedPorts.get(device.device?.source?.port ?? '');
    const needsAttention = needingAttention.has(device.id);
    const isSame = device.portClosedAt === portClosedAt && device.needsAttention === needsAttention;
    return isSame ? device : { ...device, portClosedAt, needsAttention };
  }

  function update(changed: DeviceState): void {
    const device = flagged(changed);
    const before = states.get(device.id);
    const isListStale = before?.device === undefined || displayName(before) !== displayName(device);
    states.set(device.id, device);
    markChanged(device.id, isListStale);
  }

  function updateFlags(): void {
    for (const device of states.values()) if (flagged(device) !== device) update(device);
  }

  function remove(id: string): void {
    markChanged(id, states.delete(id));
  }

  return {
    ids,
    loaded,
    version,
    get,
    all: () => states.values(),
    onLocation({ deviceId, location, future }, hasId) {
      const before = states.get(deviceId) ?? emptyDevice(deviceId);
      if (future === true || location.unfit !== undefined) update({ ...before, lastSeenAt: now() });
      else update(withLocation(before, location, hasId ? now() : undefined));
    },
    onDevice({ deviceId, device }) {
      changedSinceReload.add(deviceId);
      if (device === null) remove(deviceId);
      else update(withDevice(states.get(deviceId) ?? emptyDevice(deviceId), device));
    },
    addHistory(deviceId, locations) {
      const device = states.get(deviceId);
      if (device !== undefined) update(withHistory(device, locations));
    },
    startReload() {
      const changed = new Set<string>();
      changedSinceReload = changed;
      return (devices) => {
        const listed = new Set(devices.map(({ id }) => id));
        for (const id of [...states.keys()]) if (!listed.has(id) && !changed.has(id)) remove(id);
        for (const device of devices) {
          if (!changed.has(device.id)) update(withDevice(states.get(device.id) ?? emptyDevice(device.id), device));
        }
        publisher.markLoaded();
      };
    },
    setClosedPorts(closed) {
      closedPorts = closed;
      updateFlags();
    },
    setNeedingAttention(ids) {
      needingAttention = ids;
      updateFlags();
    },
    clear() {
      states.clear();
      closedPorts = new Map();
      needingAttention = new Set();
      changedSinceReload = new Set();
      publisher.clear();
    },
  };
}

type Publisher = Pick<LiveStore, 'ids' | 'loaded' | 'version' | 'get' | 'clear'> & {
  /** Publishes the device before the next paint; `isListStale`: the sorted ids may change, too. */
  readonly markChanged: (id: string, isListStale: boolean) => void;
  readonly markLoaded: () => void;
};

/** Copies changed states into signals once per paint. */
function createPublisher(
  states: ReadonlyMap<string, DeviceState>,
  requestFrame: LiveStoreOptions['requestFrame'],
): Publisher {
  const ids = signal<readonly string[]>([]);
  const loaded = signal(false);
  const version = signal(0);
  const signals = new Map<string, Signal<DeviceState>>();
  const pending = { ids: new Set<string>(), moved: new Set<string>(), isLoaded: false, isScheduled: false };

  function schedule(): void {
    if (pending.isScheduled) return;
    pending.isScheduled = true;
    requestFrame(publish);
  }

  function publish(): void {
    pending.isScheduled = false;
    batch(() => {
      for (const id of pending.ids) {
        const state = states.get(id);
        const published = signals.get(id);
        if (state === undefined) signals.delete(id);
        else if (published === undefined) signals.set(id, signal(state));
        else published.value = state;
      }
      pending.ids.clear();
      if (pending.moved.size > 0) ids.value = withMoved(ids.peek(), pending.moved, states);
      pending.moved.clear();
      // Set together with the list, because views that wait for one read the other.
      loaded.value = pending.isLoaded;
      version.value++;
    });
  }

  return {
    ids,
    loaded,
    version,
    get: (id) => signals.get(id),
    markChanged(id, isListStale) {
      pending.ids.add(id);
      if (isListStale) pending.moved.add(id);
      schedule();
    },
    markLoaded() {
      pending.isLoaded = true;
      schedule();
    },
    clear() {
      signals.clear();
      pending.ids.clear();
      pending.moved.clear();
      pending.isLoaded = false;
      batch(() => {
        ids.value = [];
        loaded.value = false;
        version.value++;
      });
    },
  };
}
