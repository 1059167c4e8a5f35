import type { SimulatedResult } from '../trackers/tracker.js';

/** Type of a line, and its fields after epoch and number. */
export type WptRecord = readonly [type: string, ...fields: (string | number)[]];

/** The unacknowledged records of a WPT/1 tracker. A record gets its number when it is first sent. */
export type WptMemory = {
  /** Adds a fix or telemetry; drops the oldest unsent one if the memory is full. */
  readonly add: (record: WptRecord) => void;
  /** Adds an alert, which is numbered before all other waiting records. */
  readonly addAlert: (record: WptRecord) => void;
  /** Numbers waiting records until `max` are in flight. */
  readonly fill: (max: number) => void;
  /** numbered and unacknowledged, the oldest first */
  readonly inFlight: () => readonly WptRecord[];
  /** number of the first record in flight, or of the next one */
  readonly oldest: () => number;
  /** Removes records up to `seq`, which are acknowledged; `last`: outcome of the last one. Returns their number. */
  readonly settleUpTo: (seq: number, last?: SimulatedResult['outcome']) => number;
  /** Restarts numbering at 1. */
  readonly renumber: () => void;
  /** Deletes all records and restarts numbering at 1. */
  readonly wipe: () => void;
  readonly kept: () => number;
  /** number of acknowledged or refused records */
  readonly settled: () => number;
};

const CAPACITY = 100_000;

type WptMemoryState = {
  oldest: number;
  inFlight: WptRecord[];
  /** waiting, without number; alerts before `queue` */
  alerts: WptRecord[];
  queue: WptRecord[];
  settled: number;
};

export function createWptMemory(onSettled: (settled: SimulatedResult) => void = () => undefined): WptMemory {
  const state: WptMemoryState = { oldest: 1, inFlight: [], alerts: [], queue: [], settled: 0 };

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
      state.queue.push(record);
      if (state.queue.length <= CAPACITY) return;
      const [oldestFix, ...others] = state.queue;
      state.queue = others;
      if (oldestFix !== undefined) settle(oldestFix, 'dropped');
    },
    addAlert: (record) => void state.alerts.push(record),
    fill(max) {
      while (state.inFlight.length < max) {
        const next = state.alerts.shift() ?? state.queue.shift();
        if (next === undefined) break;
        state.inFlight.push(next);
      }
    },
    inFlight: () => state.inFlight,
    oldest: () => state.oldest,
    settleUpTo(seq, last = 'acknowledged') {
      const count = Math.min(Math.max(seq - state.oldest + 1, 0), state.inFlight.length);
      state.inFlight.slice(0, count).forEach((record, index) => {
        settle(record, index === count - 1 ? last : 'acknowledged');
      });
      state.inFlight = state.inFlight.slice(count);
      state.oldest += count;
      state.settled += count;
      return count;
    },
    renumber() {
      state.oldest = 1;
    },
    wipe() {
      for (const record of [...state.inFlight, ...state.alerts, ...state.queue]) settle(record, 'dropped');
      Object.assign(state, { inFlight: [], alerts: [], queue: [], oldest: 1 });
    },
    kept: () => state.inFlight.length + state.alerts.length + state.queue.length,
    settled: () => state.settled,
  };
}
