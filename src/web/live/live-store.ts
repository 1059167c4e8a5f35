import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { DeviceView } from '../../schema/devices/device.js';
import type { Location } from '../../schema/records/location.js';
import type { FeedData } from '../api/received-event.js';
import { displayName, emptyDevice, withDevice, withHistory, withLocation, type DeviceState } from './device-state.js';

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
  readonly clear: () => void;
};

export type LiveStoreOptions = {
  /** ms since 1970, by the gateway's clock */
  readonly now: () => number;
  /** runs once before the next paint, so that a thousand events cause one redraw */
  readonly requestFrame: (run: () => void) => void;
};

export function createLiveStore({ now, requestFrame }: LiveStoreOptions): LiveStore {
  const ids = signal<readonly string[]>([]);
  const loaded = signal(false);
  const version = signal(0);
  /** the current state, and the state shown since the last paint */
  const states = new Map<string, DeviceState>();
  const signals = new Map<string, Signal<DeviceState>>();
  const unpublished = new Set<string>();
  let isScheduled = false;
  let isListStale = false;
  let isRead = false;
  let changedSinceReload = new Set<string>();

  function update(tracked: DeviceState): void {
    const before = states.get(tracked.id);
    if (before?.device === undefined || displayName(before) !== displayName(tracked)) isListStale = true;
    states.set(tracked.id, tracked);
    markChanged(tracked.id);
  }

  function remove(id: string): void {
    if (states.delete(id)) isListStale = true;
    markChanged(id);
  }

  function markChanged(id: string): void {
    unpublished.add(id);
    schedule();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    requestFrame(publish);
  }

  function publish(): void {
    isScheduled = false;
    batch(() => {
      for (const id of unpublished) {
        const tracked = states.get(id);
        const published = signals.get(id);
        if (tracked === undefined) signals.delete(id);
        else if (published === undefined) signals.set(id, signal(tracked));
        else published.value = tracked;
      }
      unpublished.clear();
      if (isListStale) ids.value = sortedIds([...states.values()]);
      isListStale = false;
      // Set together with the list, because views that wait for one read the other.
      loaded.value = isRead;
      version.value++;
    });
  }

  return {
    ids,
    loaded,
    version,
    get: (id) => signals.get(id),
    all: () => states.values(),
    onLocation({ deviceId, location, future }, hasId) {
      const before = states.get(deviceId) ?? emptyDevice(deviceId);
      if (future === true) update({ ...before, lastSeenAt: now() });
      else update(withLocation(before, location, hasId ? now() : undefined));
    },
    onDevice({ deviceId, device }) {
      changedSinceReload.add(deviceId);
      if (device === null) remove(deviceId);
      else update(withDevice(states.get(deviceId) ?? emptyDevice(deviceId), device));
    },
    addHistory(deviceId, locations) {
      const tracked = states.get(deviceId);
      if (tracked !== undefined) update(withHistory(tracked, locations));
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
        isRead = true;
        schedule();
      };
    },
    clear() {
      states.clear();
      signals.clear();
      unpublished.clear();
      isListStale = false;
      isRead = false;
      changedSinceReload = new Set();
      batch(() => {
        ids.value = [];
        loaded.value = false;
        version.value++;
      });
    },
  };
}

/** Devices with a known record, sorted by name; numbers in names sort by value. */
function sortedIds(all: readonly DeviceState[]): string[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return all
    .filter(({ device }) => device !== undefined)
    .sort((a, b) => compare(displayName(a), displayName(b)) || compare(a.id, b.id))
    .map(({ id }) => id);
}
