import { createBenchTrackers } from '../support/provisioning/tracker-bench.js';
import type { Machine } from './machine.js';
import type { PageOptions } from './page.js';

const identities = ['860000000000017', '860000000000025'] as const;
const nameOf = (identity: string): string => `queclink-${identity}`;

/** Two trackers on the ports that the page calls ttyUSB0 and ttyUSB1. */
export function benchMachine(): PageOptions {
  const trackers: ReturnType<typeof createBenchTrackers>[] = [];
  return {
    serial: identities.map((identity) => ({ path: nameOf(identity), protocol: 'queclink' })),
    paths: Object.fromEntries(identities.map((identity, place) => [`/dev/ttyUSB${place}`, nameOf(identity)])),
    around: {
      begin({ folder }: Machine) {
        const bench = createBenchTrackers();
        trackers.push(bench);
        for (const deviceId of identities) bench.plug({ folder, protocol: 'queclink', deviceId });
      },
      end() {
        for (const bench of trackers) bench.stop();
      },
    },
  };
}
