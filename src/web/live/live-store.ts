import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { DeviceView } from '../../schema/devices/device.js';
import type { Location } from '../../schema/records/location.js';
import type { FeedData } from '../api/received-event.js';
import { displayName, emptyDevice, withDevice, withHistory, withLocation, type DeviceState } from './device-state.js';

/** The devices in sight as they are now. */
export type LiveStore = {
  /** ids of the devices, by name; changes only when one comes, goes or is renamed */
  readonly ids: ReadonlySignal<readonly string[]>;
  /** whether the devices have been read: `ids` has them from that moment on */
  readonly loaded: ReadonlySignal<boolean>;
  /** counts what was taken over: who draws all devices at once redraws by it */
  readonly version: ReadonlySignal<number>;
  readonly get: (id: string) => ReadonlySignal<DeviceState> | undefined;
  readonly all: () => Iterable<DeviceState>;
  readonly onLocation: (data: FeedData['location'], hasId: boolean) => void;
  readonly onDevice: (data: FeedData['device']) => void;
  /** what is stored of the last minutes, ascending */
  readonly addHistory: (deviceId: string, locations: readonly Location[]) => void;
  /** To be called before the devices are read: gives back what takes them, for they may have changed meanwhile. */
  readonly startReload: () => (devices: readonly DeviceView[]) => void;
  readonly clear: () => void;
};

export type LiveStoreOptions = {
  /** ms since 1970, by the gateway's clock */
  readonly now: () => number;
  /** runs once before the next picture: so a thousand events make one picture */
  readonly requestFrame: (run: () => void) => void;
};

export function createLiveStore({ now, requestFrame }: LiveStoreOptions): LiveStore {
  const ids = signal<readonly string[]>([]);
  const loaded = signal(false);
  const version = signal(0);
  /** as they are, and as they are shown since the last picture */
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
      // With the list and not before it: who waits for one reads the other.
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

/** Those whose record is known; numbers within names by their value. */
function sortedIds(all: readonly DeviceState[]): string[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return all
    .filter(({ device }) => device !== undefined)
    .sort((a, b) => compare(displayName(a), displayName(b)) || compare(a.id, b.id))
    .map(({ id }) => id);
}
