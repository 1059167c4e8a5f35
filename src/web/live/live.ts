import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { DeviceView } from '../../schema/device.js';
import type { Location } from '../../schema/location.js';
import type { FeedData } from '../api/feed-event.js';
import { nameOf, unheard, withDevice, withHistory, withLocation, type Tracked } from './tracked.js';

/** The devices in sight as they are now. */
export type Live = {
  /** ids of the devices, by name; changes only when one comes, goes or is renamed */
  readonly ids: ReadonlySignal<readonly string[]>;
  /** whether the devices have been read: `ids` has them from that moment on */
  readonly loaded: ReadonlySignal<boolean>;
  /** counts what was taken over: who draws all devices at once redraws by it */
  readonly turn: ReadonlySignal<number>;
  readonly of: (id: string) => ReadonlySignal<Tracked> | undefined;
  readonly all: () => Iterable<Tracked>;
  readonly takeLocation: (data: FeedData['location'], numbered: boolean) => void;
  readonly takeDevice: (data: FeedData['device']) => void;
  /** what is stored of the last minutes, ascending */
  readonly takeHistory: (deviceId: string, locations: readonly Location[]) => void;
  /** To be called before the devices are read: gives back what takes them, for they may have changed meanwhile. */
  readonly reading: () => (devices: readonly DeviceView[]) => void;
  readonly clear: () => void;
};

export type LiveOptions = {
  /** ms since 1970, by the gateway's clock */
  readonly now: () => number;
  /** runs once before the next picture: so a thousand events make one picture */
  readonly frame: (run: () => void) => void;
};

export function createLive({ now, frame }: LiveOptions): Live {
  const ids = signal<readonly string[]>([]);
  const loaded = signal(false);
  const turn = signal(0);
  /** as they are, and as they are shown since the last picture */
  const known = new Map<string, Tracked>();
  const shown = new Map<string, Signal<Tracked>>();
  const changed = new Set<string>();
  let asked = false;
  let isListOld = false;
  let wasRead = false;
  let sinceReading = new Set<string>();

  function put(tracked: Tracked): void {
    const before = known.get(tracked.id);
    if (before?.device === undefined || nameOf(before) !== nameOf(tracked)) isListOld = true;
    known.set(tracked.id, tracked);
    touch(tracked.id);
  }

  function remove(id: string): void {
    if (known.delete(id)) isListOld = true;
    touch(id);
  }

  function touch(id: string): void {
    changed.add(id);
    ask();
  }

  function ask(): void {
    if (asked) return;
    asked = true;
    frame(show);
  }

  function show(): void {
    asked = false;
    batch(() => {
      for (const id of changed) {
        const tracked = known.get(id);
        const at = shown.get(id);
        if (tracked === undefined) shown.delete(id);
        else if (at === undefined) shown.set(id, signal(tracked));
        else at.value = tracked;
      }
      changed.clear();
      if (isListOld) ids.value = sorted([...known.values()]);
      isListOld = false;
      // With the list and not before it: who waits for one reads the other.
      loaded.value = wasRead;
      turn.value++;
    });
  }

  return {
    ids,
    loaded,
    turn,
    of: (id) => shown.get(id),
    all: () => known.values(),
    takeLocation({ deviceId, location, future }, numbered) {
      const before = known.get(deviceId) ?? unheard(deviceId);
      if (future === true) put({ ...before, heardAt: now() });
      else put(withLocation(before, location, numbered ? now() : undefined));
    },
    takeDevice({ deviceId, device }) {
      sinceReading.add(deviceId);
      if (device === null) remove(deviceId);
      else put(withDevice(known.get(deviceId) ?? unheard(deviceId), device));
    },
    takeHistory(deviceId, locations) {
      const tracked = known.get(deviceId);
      if (tracked !== undefined) put(withHistory(tracked, locations));
    },
    reading() {
      const since = new Set<string>();
      sinceReading = since;
      return (devices) => {
        const listed = new Set(devices.map(({ id }) => id));
        for (const id of [...known.keys()]) if (!listed.has(id) && !since.has(id)) remove(id);
        for (const device of devices) {
          if (!since.has(device.id)) put(withDevice(known.get(device.id) ?? unheard(device.id), device));
        }
        wasRead = true;
        ask();
      };
    },
    clear() {
      known.clear();
      shown.clear();
      changed.clear();
      isListOld = false;
      wasRead = false;
      sinceReading = new Set();
      batch(() => {
        ids.value = [];
        loaded.value = false;
        turn.value++;
      });
    },
  };
}

/** Those whose record is known; numbers within names by their value. */
function sorted(all: readonly Tracked[]): string[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return all
    .filter(({ device }) => device !== undefined)
    .sort((a, b) => compare(nameOf(a), nameOf(b)) || compare(a.id, b.id))
    .map(({ id }) => id);
}
