import { join } from 'node:path';
import { createSimulation } from '../../../src/simulator/simulation.js';
import { trackerKinds, type TrackerProtocol } from '../../../src/simulator/trackers/index.js';
import type { ProvisioningFault } from '../../../src/simulator/trackers/tracker.js';
import { openVirtualPort, type VirtualPort } from '../../../src/simulator/ports/virtual-port.js';
import { createClock } from '../../../src/time/clock.js';

/** A tracker on a pseudo-terminal of its own. */
export type BenchTracker = {
  readonly protocol: TrackerProtocol;
  readonly path: string;
  readonly line: VirtualPort;
  /** number of writes to the tracker */
  readonly writeCount: () => number;
  /** Turns the tracker off and on again. */
  readonly restart: () => void;
  /** Runs once, after the n-th write from now. */
  readonly onceHeard: (n: number, run: () => void) => void;
};

export type BenchOptions = {
  readonly folder: string;
  readonly protocol: TrackerProtocol;
  readonly deviceId: string;
  readonly trouble?: ProvisioningFault | undefined;
  /** interval of reports in seconds */
  readonly interval?: number;
};

const clock = createClock();
const tickMs = 10;
const anHour = 3_600;

/** Simulated trackers on pseudo-terminals in this process; `stop` removes all of them. */
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
    let writeCount = 0;
    let waiting: { readonly at: number; readonly run: () => void } | undefined;
    line.onData(() => {
      writeCount += 1;
      if (waiting === undefined || writeCount < waiting.at) return;
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
      writeCount: () => writeCount,
      restart: simulation.restart,
      onceHeard(n, run) {
        waiting = { at: writeCount + n, run };
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
