import type { Timers } from '../../time/clock.js';
import type { UplinkReading } from './uplinks.js';

/** Which uplinks have another state than before, at most once a second each. */
export type UplinkNews = {
  /** Calls `listener` with a name, also of an uplink that was removed; must not throw. Returns the function that ends it. */
  readonly subscribe: (listener: (name: string) => void) => () => void;
};

export type UplinkNewsOptions = {
  readonly readings: () => readonly UplinkReading[];
  /** something may have changed */
  readonly onChange: (listener: () => void) => void;
  readonly timers: Pick<Timers, 'after'>;
};

const INTERVAL_MS = 1_000;

/** Compares the states only while there are a listener and an uplink: progress alone is no news. */
export function createUplinkNews({ readings, onChange, timers }: UplinkNewsOptions): UplinkNews {
  const listeners = new Set<(name: string) => void>();
  let known = new Map<string, string>();
  let cancel: (() => void) | undefined;

  const current = (): Map<string, string> => new Map(readings().map((reading) => [reading.name, stateOf(reading)]));

  function look(): void {
    cancel = undefined;
    const before = known;
    known = current();
    const changed = [...new Set([...before.keys(), ...known.keys()])].filter(
      (name) => before.get(name) !== known.get(name),
    );
    for (const name of changed) for (const listener of listeners) listener(name);
    if (known.size > 0) schedule();
  }

  function schedule(): void {
    if (listeners.size > 0) cancel ??= timers.after(INTERVAL_MS, look);
  }

  onChange(schedule);
  return {
    subscribe(listener) {
      if (listeners.size === 0) known = current();
      listeners.add(listener);
      if (known.size > 0) schedule();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        cancel?.();
        cancel = undefined;
      };
    },
  };
}

const stateOf = ({ state, reason, connected, deadLetters, dropped, behind }: UplinkReading): string =>
  JSON.stringify([state, reason, connected, deadLetters, dropped, behind.records === 0]);
