import { createPrng, hashSeed } from './prng.js';
import { shownTime } from './faults/clock.js';
import { createFaultInjector, type FaultKind, type Faults } from './faults/index.js';
import { shuffled } from './faults/shuffle.js';
import type { TrackerContext, SimulatedResult, Tracker, TrackerKind } from './trackers/tracker.js';
import type { Vehicle } from './vehicle.js';

/** One event of a simulation. `dateTime` is the time in the tracker's record, UTC. */
export type SimulationEvent = { readonly deviceId: string } & (
  | { readonly event: 'made'; readonly record: SimulatedResult['record']; readonly dateTime: string }
  | ({ readonly event: 'settled' } & SimulatedResult)
  | { readonly event: 'fault'; readonly fault: FaultKind; readonly at: string }
);

/** One simulated tracker with its vehicle and its faults. */
export type SimulatedTracker = Pick<Tracker, 'onData' | 'tick' | 'kept'> & {
  /** A new connection to the gateway is open. */
  readonly onConnect: () => void;
  /** Turns the power off and on. */
  readonly restart: () => void;
  /** Sends the reports that are due up to `at` and before `until`, ms since 1970. At `until`, incomplete shuffle groups are sent, too. */
  readonly advance: (at: number, until?: number) => void;
};

export type SimulatedTrackerOptions = Pick<
  TrackerContext,
  'provisioningFault' | 'setBaudRate' | 'disconnect' | 'ubxMessages' | 'onRequest' | 'isDatagram'
> & {
  readonly kind: TrackerKind;
  readonly deviceId: string;
  readonly vehicle: Vehicle;
  readonly seed: number;
  readonly faults: Faults;
  /** time of the first report, ms since 1970 */
  readonly startAt: number;
  /** between two reports */
  readonly intervalMs: number;
  /** between two alerts; default: no alerts */
  readonly alertIntervalMs?: number;
  /** ms, monotonic */
  readonly now: () => number;
  readonly write: (bytes: Uint8Array) => void;
  readonly onEvent: (event: SimulationEvent) => void;
};

export function createSimulatedTracker(options: SimulatedTrackerOptions): SimulatedTracker {
  const { kind, deviceId, vehicle, seed, faults, startAt, intervalMs, now, write, onEvent } = options;
  const { alertIntervalMs = Infinity } = options;
  const injectFaults = createFaultInjector(faults, seed, deviceId);
  const groupSize = faults.shuffle ?? 1;
  /** simulated time in ms since `startAt`, and the number of transmissions at that time */
  const instant = { elapsed: 0, sent: 0 };
  let reports = 0;
  let alerts = 0;

  function advanceTo(elapsed: number): void {
    if (elapsed !== instant.elapsed) Object.assign(instant, { elapsed, sent: 0 });
  }

  const tracker = kind.create({
    deviceId,
    ...propertiesOf(options),
    now,
    random: createPrng(hashSeed(seed, deviceId, 'tracker')),
    onSettled: (settled) => {
      onEvent({ deviceId, event: 'settled', ...settled });
    },
    send(bytes) {
      const index = (instant.sent += 1);
      const injected = injectFaults({ elapsed: instant.elapsed, index, bytes: Buffer.from(bytes) });
      for (const fault of injected.faults) emitFault(fault);
      for (const chunk of injected.arrives) write(chunk);
    },
  });

  function emitFault(fault: FaultKind): void {
    onEvent({ deviceId, event: 'fault', fault, at: new Date(startAt + instant.elapsed).toISOString() });
  }

  function createRecord(record: SimulatedResult['record'], elapsed: number): void {
    const at = startAt + elapsed;
    const dateTime = new Date(shownTime(faults.clock ?? {}, at, startAt)).toISOString();
    onEvent({ deviceId, event: 'made', record, dateTime });
    const fix = { ...vehicle.fixAt(at), dateTime };
    if (record === 'alert') tracker.alert(fix);
    else tracker.report(fix);
  }

  /** Sends the next `count` reports at the time of the last of them. */
  function report(count: number): void {
    advanceTo((reports + count - 1) * intervalMs);
    if (count > 1) emitFault('shuffle');
    const order = shuffled(count, createPrng(hashSeed(seed, deviceId, 'shuffle', reports)));
    for (const index of order) createRecord('location', (reports + index) * intervalMs);
    reports += count;
    for (; (alerts + 1) * alertIntervalMs <= instant.elapsed; alerts += 1)
      createRecord('alert', (alerts + 1) * alertIntervalMs);
  }

  return {
    advance(at, until = Infinity) {
      const due = Math.min(Math.floor((at - startAt) / intervalMs) + 1, Math.ceil((until - startAt) / intervalMs));
      while (due - reports >= groupSize) report(groupSize);
      if (at >= until && due > reports) report(due - reports);
      advanceTo(Math.max(at - startAt, instant.elapsed));
    },
    onConnect() {
      tracker.onConnect?.();
    },
    onData: tracker.onData,
    tick: tracker.tick,
    kept: tracker.kept,
    restart() {
      tracker.restart?.();
    },
  };
}

/** What is special about one tracker and its port. */
function propertiesOf(options: SimulatedTrackerOptions): Partial<TrackerContext> {
  const { provisioningFault, setBaudRate, disconnect, ubxMessages, onRequest, isDatagram } = options;
  return {
    ...(provisioningFault && { provisioningFault }),
    ...(ubxMessages && { ubxMessages }),
    ...(onRequest && { onRequest }),
    ...(setBaudRate && { setBaudRate }),
    ...(disconnect && { disconnect }),
    ...(isDatagram && { isDatagram }),
  };
}
