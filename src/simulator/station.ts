import { createDice, seedOf } from './dice.js';
import { shown } from './faults/clock.js';
import { createSpoil, type FaultKind, type Faults } from './faults/index.js';
import { shuffled } from './faults/shuffle.js';
import type { OnBoard, Settled, Tracker, TrackerKind } from './trackers/tracker.js';
import type { Vehicle } from './vehicle.js';

/** What happened; `dateTime` is what the tracker said, UTC. */
export type SimulationEvent = { readonly deviceId: string } & (
  | { readonly event: 'made'; readonly record: Settled['record']; readonly dateTime: string }
  | ({ readonly event: 'settled' } & Settled)
  | { readonly event: 'fault'; readonly fault: FaultKind; readonly at: string }
);

/** One simulated tracker with its vehicle and its bad luck. */
export type Station = Pick<Tracker, 'hear' | 'tick' | 'kept'> & {
  /** The power goes and comes back. */
  readonly restart: () => void;
  /** Reports what is due up to `at` and before `until`, ms since 1970. From then on nothing is held back to be shuffled. */
  readonly advance: (at: number, until?: number) => void;
};

export type StationOptions = Pick<OnBoard, 'trouble' | 'setBaudRate' | 'vanish'> & {
  readonly kind: TrackerKind;
  readonly deviceId: string;
  readonly vehicle: Vehicle;
  readonly seed: number;
  readonly faults: Faults;
  /** ms since 1970: the first report */
  readonly begin: number;
  /** ms from one report to the next */
  readonly interval: number;
  /** ms from one alert to the next; none when left out */
  readonly alertEvery?: number;
  /** ms, monotonic */
  readonly now: () => number;
  readonly write: (bytes: Uint8Array) => void;
  readonly onEvent: (event: SimulationEvent) => void;
};

export function createStation(options: StationOptions): Station {
  const { kind, deviceId, vehicle, seed, faults, begin, interval, now, write, onEvent } = options;
  const { alertEvery = Infinity, trouble, setBaudRate, vanish } = options;
  const spoil = createSpoil(faults, seed, deviceId);
  const block = faults.shuffle ?? 1;
  /** simulated time, ms since `begin`, and how much was sent at that instant */
  const instant = { elapsed: 0, sent: 0 };
  /** reports done */
  let reports = 0;
  let alerts = 0;

  function turnTo(elapsed: number): void {
    if (elapsed !== instant.elapsed) Object.assign(instant, { elapsed, sent: 0 });
  }

  const tracker = kind.create({
    deviceId,
    ...(trouble && { trouble }),
    ...(setBaudRate && { setBaudRate }),
    ...(vanish && { vanish }),
    now,
    random: createDice(seedOf(seed, deviceId, 'tracker')),
    onSettled: (settled) => {
      onEvent({ deviceId, event: 'settled', ...settled });
    },
    send(bytes) {
      const place = (instant.sent += 1);
      const spoilt = spoil({ elapsed: instant.elapsed, place, bytes: Buffer.from(bytes) });
      for (const fault of spoilt.faults) tellFault(fault);
      for (const heard of spoilt.arrives) write(heard);
    },
  });

  function tellFault(fault: FaultKind): void {
    onEvent({ deviceId, event: 'fault', fault, at: new Date(begin + instant.elapsed).toISOString() });
  }

  function make(record: Settled['record'], elapsed: number): void {
    const at = begin + elapsed;
    const dateTime = new Date(shown(faults.clock ?? {}, at, begin)).toISOString();
    onEvent({ deviceId, event: 'made', record, dateTime });
    const fix = { ...vehicle.fixAt(at), dateTime };
    if (record === 'alert') tracker.alert(fix);
    else tracker.report(fix);
  }

  /** The next `count` reports, at the instant of the last of them. */
  function report(count: number): void {
    turnTo((reports + count - 1) * interval);
    if (count > 1) tellFault('shuffle');
    const order = shuffled(count, createDice(seedOf(seed, deviceId, 'shuffle', reports)));
    for (const place of order) make('location', (reports + place) * interval);
    reports += count;
    for (; (alerts + 1) * alertEvery <= instant.elapsed; alerts += 1) make('alert', (alerts + 1) * alertEvery);
  }

  return {
    advance(at, until = Infinity) {
      const due = Math.min(Math.floor((at - begin) / interval) + 1, Math.ceil((until - begin) / interval));
      while (due - reports >= block) report(block);
      if (at >= until && due > reports) report(due - reports);
      turnTo(Math.max(at - begin, instant.elapsed));
    },
    hear: tracker.hear,
    tick: tracker.tick,
    kept: tracker.kept,
    restart() {
      tracker.restart?.();
    },
  };
}
