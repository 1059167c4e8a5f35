import { join } from 'node:path';
import { createSimulation } from '../../src/simulator/simulation.js';
import { trackerKinds, type TrackerProtocol } from '../../src/simulator/trackers/index.js';
import type { ProvisioningFault } from '../../src/simulator/trackers/tracker.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { createClock } from '../../src/time/clock.js';

/** A tracker on a cable of its own. */
export type BenchTracker = {
  readonly protocol: TrackerProtocol;
  readonly path: string;
  readonly line: VirtualPort;
  /** how often something was sent to it */
  readonly heard: () => number;
  /** Its power goes and comes back. */
  readonly restart: () => void;
  /** Runs once, after something was sent to it for the n-th time from now. */
  readonly onceHeard: (n: number, run: () => void) => void;
};

export type BenchOptions = {
  readonly folder: string;
  readonly protocol: TrackerProtocol;
  readonly deviceId: string;
  readonly trouble?: ProvisioningFault | undefined;
  /** reports, s */
  readonly interval?: number;
};

const clock = createClock();
const tickMs = 10;
const anHour = 3_600;

/** Simulated trackers on pseudo-terminals, in this process; `stop` takes all of them away. */
export function createBenchTrackers() {
  const lines: VirtualPort[] = [];
  const simulations: { readonly advance: (at: number) => void }[] = [];
  const ticking = setInterval(() => {
    for (const simulation of simulations) simulation.advance(clock.now());
  }, tickMs);

  function plug({ folder, protocol, deviceId, trouble, interval = anHour }: BenchOptions): BenchTracker {
    const kind = trackerKinds[protocol];
    const path = join(folder, `${protocol}-${deviceId}`);
    const line = openVirtualPort(path, { baudRate: kind.baudRate });
    let heard = 0;
    let waiting: { readonly at: number; readonly run: () => void } | undefined;
    line.onData(() => {
      heard += 1;
      if (waiting === undefined || heard < waiting.at) return;
      const { run } = waiting;
      waiting = undefined;
      run();
    });
    const simulation = createSimulation({
      kind,
      assignments: [{ line, deviceIds: [deviceId] }],
      seed: lines.length,
      startAt: clock.now(),
      intervalMs: interval * 1000,
      now: clock.monotonic,
      provisioningFaultOf: () => trouble,
    });
    simulations.push(simulation);
    lines.push(line);
    return {
      protocol,
      path,
      line,
      heard: () => heard,
      restart: simulation.restart,
      onceHeard(n, run) {
        waiting = { at: heard + n, run };
      },
    };
  }

  return {
    plug,
    stop() {
      clearInterval(ticking);
      for (const line of lines) line.close();
    },
  };
}
