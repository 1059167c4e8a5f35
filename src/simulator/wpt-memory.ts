import type { Settled } from './trackers/tracker.js';

/** Type of line, and its fields after epoch and number. */
export type Kept = readonly [type: string, ...fields: (string | number)[]];

/** What a tracker of WPT/1 keeps until it is acknowledged. A record gets its number when it is first sent. */
export type WptMemory = {
  /** fixes and telemetry; of too many the oldest is lost */
  readonly keep: (record: Kept) => void;
  /** goes before everything that has no number yet */
  readonly keepAlert: (record: Kept) => void;
  /** Numbers what waits until `most` are in flight. */
  readonly fill: (most: number) => void;
  /** numbered and unacknowledged, the oldest first */
  readonly flight: () => readonly Kept[];
  /** the number of the first record in flight, or of the next one */
  readonly oldest: () => number;
  /** Everything up to `seq` is on the gateway's disk, or the last of it was refused: how many have gone. */
  readonly forget: (seq: number, last?: Settled['outcome']) => number;
  /** Numbers begin with 1 again. */
  readonly renumber: () => void;
  /** Nothing is kept, and numbers begin with 1 again. */
  readonly wipe: () => void;
  readonly kept: () => number;
  /** records that were acknowledged, or refused for good */
  readonly settled: () => number;
};

/** More is lost: the oldest fix first. */
const memory = 100_000;

export function createWptMemory(onSettled: (settled: Settled) => void = () => undefined): WptMemory {
  let oldest = 1;
  let flight: Kept[] = [];
  /** not sent yet, so without number; alerts first */
  let alerts: Kept[] = [];
  let queue: Kept[] = [];
  let settled = 0;

  function settle([type, ms]: Kept, outcome: Settled['outcome']): void {
    if (type === 'TLM') return;
    onSettled({
      record: type === 'ALR' ? 'alert' : 'location',
      dateTime: new Date(Number(ms)).toISOString(),
      outcome,
    });
  }

  return {
    keep(record) {
      queue.push(record);
      if (queue.length <= memory) return;
      const [oldestFix, ...others] = queue;
      queue = others;
      if (oldestFix !== undefined) settle(oldestFix, 'dropped');
    },
    keepAlert: (record) => void alerts.push(record),
    fill(most) {
      while (flight.length < most) {
        const next = alerts.shift() ?? queue.shift();
        if (next === undefined) break;
        flight.push(next);
      }
    },
    flight: () => flight,
    oldest: () => oldest,
    forget(seq, last = 'acknowledged') {
      const gone = Math.min(Math.max(seq - oldest + 1, 0), flight.length);
      flight.slice(0, gone).forEach((kept, place) => {
        settle(kept, place === gone - 1 ? last : 'acknowledged');
      });
      flight = flight.slice(gone);
      oldest += gone;
      settled += gone;
      return gone;
    },
    renumber() {
      oldest = 1;
    },
    wipe() {
      for (const record of [...flight, ...alerts, ...queue]) settle(record, 'dropped');
      [flight, alerts, queue, oldest] = [[], [], [], 1];
    },
    kept: () => flight.length + alerts.length + queue.length,
    settled: () => settled,
  };
}
