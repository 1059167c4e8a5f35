import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { WaypostError } from '../errors.js';
import { createClock } from '../services/clock.js';
import type { Faults } from '../simulator/faults/index.js';
import { createSimulation, type Simulation } from '../simulator/simulation.js';
import { trackerKinds } from '../simulator/trackers/index.js';
import { demandSense, simulateWords, type SimulateOptions } from './simulate-options.js';
import { jsonOutput, plainOutput } from './simulate-output.js';
import { openLines } from './simulated-lines.js';
import { untilStopped } from './signals.js';

const tickMs = 50;
const dayMs = 86_400_000;
/** A line that goes takes with it what its reader has not read yet, and nothing tells how much that is. */
const lingerMs = 1_500;
/** How long trackers may take at the end to have acknowledged what they keep. */
const settleMs = 30_000;

export const simulateCommand = (): Command => simulateWords().action(simulate);

async function simulate(options: SimulateOptions): Promise<void> {
  demandSense(options);
  const clock = createClock();
  const stopped = untilStopped();
  const output = (options.json === true ? jsonOutput : plainOutput)(options, (text) => process.stdout.write(text));
  const lines = await openLines(options, clock.monotonic);
  let failed: string | undefined;
  try {
    const begin = beginOf(options, clock.now());
    const simulation = createSimulation({
      kind: trackerKinds[options.protocol],
      berths: lines.berths,
      seed: options.seed,
      faults: faultsOf(options),
      begin,
      interval: options.interval * 1000,
      ...(options.alert === undefined ? {} : { alertEvery: options.alert * 1000 }),
      now: clock.monotonic,
      troubleOf: (deviceId) =>
        options.trouble?.get(lines.berths.flatMap((berth) => berth.deviceIds).indexOf(deviceId) + 1),
      onEvent: output.event,
    });
    output.begin(lines.berths);
    const driven = drive(simulation, { begin, ...options, now: clock.monotonic });
    const ended = driven.ended.then(() => delay(lingerMs));
    await Promise.race([stopped, ended, lines.lost.then((reason) => (failed = reason))]);
    driven.stop();
    output.end(simulation.tallies());
  } finally {
    await lines.close();
  }
  if (failed !== undefined) throw new WaypostError('internal', failed);
}

type Drive = {
  readonly begin: number;
  readonly duration?: number;
  readonly speed: number;
  /** ms, monotonic */
  readonly now: () => number;
};

/** Lets simulated time go by. `ended` resolves when it is over and nothing waits for its acknowledgement any more. */
function drive(simulation: Simulation, { begin, duration = Infinity, speed, now }: Drive) {
  const started = now();
  const end = begin + duration * 1000;
  const settledBy = started + (duration * 1000) / speed + settleMs;
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  const tick = (): void => {
    const at = begin + Math.floor((now() - started) * speed);
    simulation.advance(at, end);
    if (at >= end && (simulation.kept() === 0 || now() > settledBy)) finish();
  };
  tick();
  const ticking = setInterval(tick, tickMs);
  return {
    ended,
    stop() {
      clearInterval(ticking);
    },
  };
}

/** Faster than it is, time begins so long ago that it is now when the duration (a day when left out) is over. */
function beginOf({ from, duration, speed, interval }: SimulateOptions, now: number): number {
  if (from !== undefined) return from;
  const length = duration === undefined ? dayMs : duration * 1000;
  const begin = speed > 1 ? now - length + length / speed : now;
  const grid = Math.max(1, interval * 1000);
  return Math.floor(Math.floor(begin / grid) * grid);
}

function faultsOf(options: SimulateOptions): Faults {
  const { noise, cut, resend, shuffle, silence, unplug, clockOffset: offset, clockDrift: drift } = options;
  return { noise, cut, resend, shuffle, silence, unplug, clock: { offset, drift } };
}
