import { join } from 'node:path';
import { createClock } from '../../../src/time/clock.js';
import { createSimulation } from '../../../src/simulator/simulation.js';
import { trackerKinds } from '../../../src/simulator/trackers/index.js';
import { openVirtualPort } from '../../../src/simulator/ports/virtual-port.js';

const clock = createClock();
const INTERVAL_MS = 1_000;
const TICK_MS = 50;
/** Reports per burst: those of one second arrive in ten bursts instead of one. */
const ON_ONE_PORT = 50;

export type Fleet = {
  /** for `serial.ports` */
  readonly ports: readonly { readonly path: string; readonly protocol: 'ais' }[];
  readonly stop: () => void;
};

/** Ships that report over pseudo-terminals, fed by this process. */
export function startFleet(folder: string, count: number, intervalMs = INTERVAL_MS): Fleet {
  const lines = Array.from({ length: Math.ceil(count / ON_ONE_PORT) }, (_, place) =>
    openVirtualPort(join(folder, `quay-${place}`)),
  );
  const { ids } = trackerKinds.ais;
  const begin = Math.ceil(clock.now() / intervalMs) * intervalMs;
  const simulations = lines.map((line, place) => {
    const first = place * ON_ONE_PORT;
    const deviceIds = Array.from({ length: Math.min(ON_ONE_PORT, count - first) }, (_, n) =>
      ids.nth(ids.prefix ?? '', first + n + 1),
    );
    return createSimulation({
      kind: trackerKinds.ais,
      assignments: [{ line, deviceIds }],
      seed: place,
      startAt: begin + (place * intervalMs) / lines.length,
      intervalMs,
      now: clock.monotonic,
    });
  });
  const driving = setInterval(() => {
    for (const { advance } of simulations) advance(clock.now());
  }, TICK_MS);
  return {
    ports: lines.map(({ path }) => ({ path, protocol: 'ais' })),
    stop() {
      clearInterval(driving);
      for (const line of lines) line.close();
    },
  };
}
