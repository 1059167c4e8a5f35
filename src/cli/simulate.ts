import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { WaypostError } from '../errors.js';
import { createClock } from '../time/clock.js';
import type { Faults } from '../simulator/faults/index.js';
import { createSimulation, type Simulation } from '../simulator/simulation.js';
import { trackerKinds } from '../simulator/trackers/index.js';
import { checkOptions, simulateOptions, type SimulateOptions } from './simulate/simulate-options.js';
import { jsonOutput, plainOutput } from './simulate/simulate-output.js';
import { openSimulatedLines } from './simulate/simulated-lines.js';
import { untilStopped } from './terminal/signals.js';

const TICK_MS = 50;
const DAY_MS = 86_400_000;
/** For readers to take the last bytes: closing a virtual port discards unread bytes, and nothing shows how many there are. */
const LINGER_MS = 1_500;
/** Limit at the end, for the acknowledgement of the last records. */
const SETTLE_MS = 30_000;

export const simulateCommand = (): Command => simulateOptions().action(simulate);

async function simulate(options: SimulateOptions): Promise<void> {
  checkOptions(options);
  const clock = createClock();
  const stopped = untilStopped();
  const output = (options.json === true ? jsonOutput : plainOutput)(options, (text) => process.stdout.write(text));
  const lines = await openSimulatedLines(options, clock.monotonic);
  let failed: string | undefined;
  try {
    const startAt = startTimeOf(options, clock.now());
    const simulation = createSimulation({
      kind: trackerKinds[options.protocol],
      assignments: lines.assignments,
      seed: options.seed,
      faults: faultsOf(options),
      startAt,
      intervalMs: options.interval * 1000,
      ...(options.alert === undefined ? {} : { alertIntervalMs: options.alert * 1000 }),
      ...(options.ubxMessages === undefined ? {} : { ubxMessages: options.ubxMessages }),
      ...(options.onRequest === undefined ? {} : { onRequest: options.onRequest }),
      now: clock.monotonic,
      provisioningFaultOf: (deviceId) =>
        options.trouble?.get(lines.assignments.flatMap((assignment) => assignment.deviceIds).indexOf(deviceId) + 1),
      onEvent: output.event,
    });
    output.start(lines.assignments);
    const driven = drive(simulation, { startAt, ...options, now: clock.monotonic });
    const ended = driven.ended.then(() => delay(LINGER_MS));
    await Promise.race([stopped, ended, lines.lost.then((reason) => (failed = reason))]);
    driven.stop();
    output.end(simulation.counters());
  } finally {
    await lines.close();
  }
  if (failed !== undefined) throw new WaypostError('internal', failed);
}

type DriveOptions = {
  readonly startAt: number;
  readonly duration?: number;
  readonly speed: number;
  /** ms, monotonic */
  readonly now: () => number;
};

/** Advances simulated time. `ended` resolves after the last report, once all records are acknowledged or none was for a while. */
function drive(simulation: Simulation, { startAt, duration = Infinity, speed, now }: DriveOptions) {
  const started = now();
  const end = startAt + duration * 1000;
  let kept = Infinity;
  let progressAt = started;
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  const tick = (): void => {
    const at = startAt + Math.floor((now() - started) * speed);
    simulation.advance(at, end);
    if (at < end || simulation.kept() < kept) progressAt = now();
    kept = simulation.kept();
    if (at >= end && (kept === 0 || now() - progressAt > SETTLE_MS)) finish();
  };
  tick();
  const ticking = setInterval(tick, TICK_MS);
  return {
    ended,
    stop() {
      clearInterval(ticking);
    },
  };
}

/** The time of the first report. With a speed above 1, it lies in the past, so that the duration (default: a day) ends now. */
function startTimeOf({ from, duration, speed, interval }: SimulateOptions, now: number): number {
  if (from !== undefined) return from;
  const length = duration === undefined ? DAY_MS : duration * 1000;
  const startAt = speed > 1 ? now - length + length / speed : now;
  const grid = Math.max(1, interval * 1000);
  return Math.floor(Math.floor(startAt / grid) * grid);
}

function faultsOf(options: SimulateOptions): Faults {
  const { noise, cut, resend, shuffle, silence, unplug, clockOffset: offset, clockDrift: drift } = options;
  return { noise, cut, resend, shuffle, silence, unplug, clock: { offset, drift } };
}
