import type { SimulatedResult } from '../trackers/tracker.js';

/** Type of line, and its fields after epoch and number. */
export type WptRecord = readonly [type: string, ...fields: (string | number)[]];

/** What a tracker of WPT/1 keeps until it is acknowledged. A record gets its number when it is first sent. */
export type WptMemory = {
  /** fixes and telemetry; of too many the oldest is lost */
  readonly add: (record: WptRecord) => void;
  /** goes before everything that has no number yet */
  readonly addAlert: (record: WptRecord) => void;
  /** Numbers what waits until `most` are in flight. */
  readonly fill: (max: number) => void;
  /** numbered and unacknowledged, the oldest first */
  readonly inFlight: () => readonly WptRecord[];
  /** the number of the first record in flight, or of the next one */
  readonly oldest: () => number;
  /** Everything up to `seq` is on the gateway's disk, or the last of it was refused: how many have gone. */
  readonly settleUpTo: (seq: number, last?: SimulatedResult['outcome']) => number;
  /** Numbers begin with 1 again. */
  readonly renumber: () => void;
  /** Nothing is kept, and numbers begin with 1 again. */
  readonly wipe: () => void;
  readonly kept: () => number;
  /** records that were acknowledged, or refused for good */
  readonly settled: () => number;
};

/** More is lost: the oldest fix first. */
const CAPACITY = 100_000;

export function createWptMemory(onSettled: (settled: SimulatedResult) => void = () => undefined): WptMemory {
  let oldest = 1;
  let flight: WptRecord[] = [];
  /** not sent yet, so without number; alerts first */
  let alerts: WptRecord[] = [];
  let queue: WptRecord[] = [];
  let settled = 0;

  function settle([type, ms]: WptRecord, outcome: SimulatedResult['outcome']): void {
    if (type === 'TLM') return;
    onSettled({
      record: type === 'ALR' ? 'alert' : 'location',
      dateTime: new Date(Number(ms)).toISOString(),
      outcome,
    });
  }

  return {
    add(record) {
      queue.push(record);
      if (queue.length <= CAPACITY) return;
      const [oldestFix, ...others] = queue;
      queue = others;
      if (oldestFix !== undefined) settle(oldestFix, 'dropped');
    },
    addAlert: (record) => void alerts.push(record),
    fill(max) {
      while (flight.length < max) {
        const next = alerts.shift() ?? queue.shift();
        if (next === undefined) break;
        flight.push(next);
      }
    },
    inFlight: () => flight,
    oldest: () => oldest,
    settleUpTo(seq, last = 'acknowledged') {
      const gone = Math.min(Math.max(seq - oldest + 1, 0), flight.length);
      flight.slice(0, gone).forEach((record, index) => {
        settle(record, index === gone - 1 ? last : 'acknowledged');
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
