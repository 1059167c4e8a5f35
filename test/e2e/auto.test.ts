import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createClock } from '../../src/time/clock.js';
import { COMMON_BAUD_RATES } from '../../src/serial/session/autodetect.js';
import { createSimulation } from '../../src/simulator/simulation.js';
import { trackerKinds, trackerProtocols, type TrackerProtocol } from '../../src/simulator/trackers/index.js';
import { openVirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { detectAll, type DetectionResult } from '../support/listened.js';

const clock = createClock();
const startAt = Date.UTC(2026, 10, 21, 10);
/** A tracker that says hello every 10 s is found out in more than a minute at the last of all. */
const baudRates = process.env.WAYPOST_RATES === undefined ? COMMON_BAUD_RATES.slice(0, 3) : COMMON_BAUD_RATES;
const deviceIdOf = (protocol: TrackerProtocol): string => {
  const { prefix = 'tracker', nth } = trackerKinds[protocol].ids;
  return nth(prefix, 1);
};

describe('what simulated trackers speak, each over a line of its own with a speed of its own', function () {
  this.timeout(150_000);
  const cases = trackerProtocols.flatMap((protocol) => baudRates.map((baudRate) => ({ protocol, baudRate })));
  const folder = mkdtempSync(join(tmpdir(), 'waypost-auto-'));
  const pathOf = (place: number): string => join(folder, `line-${place}`);
  let found: Map<string, DetectionResult>;

  before(async () => {
    found = await detectAll(
      cases.map(({ protocol, baudRate }, place) => {
        const line = openVirtualPort(pathOf(place), { baudRate, pacedBy: () => clock.monotonic() });
        const started = clock.monotonic();
        const simulation = createSimulation({
          kind: trackerKinds[protocol],
          assignments: [{ line, deviceIds: [deviceIdOf(protocol)] }],
          seed: place,
          startAt,
          intervalMs: 1_000,
          now: () => clock.monotonic(),
        });
        return {
          line,
          async write() {
            simulation.advance(startAt + clock.monotonic() - started);
            await delay(100);
          },
        };
      }),
    );
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const [place, { protocol, baudRate }] of cases.entries()) {
    it(`is found to be ${protocol} at ${baudRate} bit/s, and nothing is written before`, () => {
      const { status, written } = found.get(pathOf(place)) ?? {};
      expect(status).to.include({ protocol, baudRate });
      expect(written).to.equal(0);
    });
  }
});
