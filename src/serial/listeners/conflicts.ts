import { isDeepStrictEqual } from 'node:util';
import type { GatewayMessage } from '../../messages/message.js';
import type { Timers } from '../../time/clock.js';
import { portNotes } from '../messages.js';

/** The addresses from which ids reported last, on all listeners. */
export type RecentAddresses = {
  /** Notes a report; gives the other address if the id reported from one shortly before. */
  readonly note: (deviceId: string, host: string) => string | undefined;
};

type RecentAddress = { readonly host: string; readonly at: number };

/** A tracker that changes its network has a pause between its addresses. */
const CONFLICT_MS = 60_000;

/** Remembers the last `max` ids that reported. */
export function createRecentAddresses(max: number, timers: Timers): RecentAddresses {
  const recent = new Map<string, RecentAddress>();
  return {
    note(deviceId, host) {
      const now = timers.now();
      const previous = recent.get(deviceId);
      recent.delete(deviceId);
      recent.set(deviceId, { host, at: now });
      const [oldest] = recent.keys();
      if (recent.size > max && oldest !== undefined) recent.delete(oldest);
      const isConflict = previous !== undefined && previous.host !== host && now - previous.at < CONFLICT_MS;
      return isConflict ? previous.host : undefined;
    },
  };
}

/** The conflict that the row of a listener shows. */
export type ConflictNote = {
  readonly count: () => number;
  /** null: none lately */
  readonly current: () => GatewayMessage | null;
  readonly add: (deviceId: string, hosts: readonly [string, string]) => void;
  readonly stop: () => void;
};

const SHOWN_MS = 600_000;
/** The row shows the same conflict for at least this long: two addresses could make it change with every report. */
const MIN_SHOWN_MS = 60_000;

export function createConflictNote(timers: Timers, onChange: () => void): ConflictNote {
  let count = 0;
  let shown: { readonly note: GatewayMessage; readonly at: number } | undefined;
  let cancel = (): void => undefined;

  function show(note: GatewayMessage | undefined): void {
    cancel();
    const isChanged = !isDeepStrictEqual(note, shown?.note);
    shown = note === undefined ? undefined : { note, at: timers.now() };
    if (note !== undefined)
      cancel = timers.after(SHOWN_MS, () => {
        show(undefined);
      });
    if (isChanged) onChange();
  }

  return {
    count: () => count,
    current: () => shown?.note ?? null,
    add(deviceId, [host, other]) {
      count += 1;
      if (shown !== undefined && timers.now() - shown.at < MIN_SHOWN_MS) return;
      const [one = host, two = other] = [host, other].sort();
      show(portNotes.twoAddresses({ device: deviceId, host: one, other: two }));
    },
    stop() {
      cancel();
    },
  };
}
