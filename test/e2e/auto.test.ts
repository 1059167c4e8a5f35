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
import { detectAll, type DetectionResult } from '../support/protocols/autodetect-harness.js';

const clock = createClock();
const START = Date.UTC(2026, 10, 21, 10);
/** All speeds take more than a minute, because some trackers send only every 10 s. */
const baudRates = process.env.WAYPOST_RATES === undefined ? COMMON_BAUD_RATES.slice(0, 3) : COMMON_BAUD_RATES;
const deviceIdOf = (protocol: TrackerProtocol): string => {
  const { prefix = 'tracker', nth } = trackerKinds[protocol].ids;
  return nth(prefix, 1);
};

describe('protocol detection of simulated trackers', () => {
  const cases = trackerProtocols
    .filter((protocol) => trackerKinds[protocol].networkOnly !== true)
    .flatMap((protocol) => baudRates.map((baudRate) => ({ protocol, baudRate })));
  const folder = mkdtempSync(join(tmpdir(), 'waypost-auto-'));
  const pathOf = (index: number): string => join(folder, `line-${index}`);
  let found: Map<string, DetectionResult>;

  before(async () => {
    found = await detectAll(
      cases.map(({ protocol, baudRate }, index) => {
        const line = openVirtualPort(pathOf(index), { baudRate, pacedBy: () => clock.monotonic() });
        const started = clock.monotonic();
        const simulation = createSimulation({
          kind: trackerKinds[protocol],
          assignments: [{ line, deviceIds: [deviceIdOf(protocol)] }],
          seed: index,
          startAt: START,
          intervalMs: 1_000,
          now: () => clock.monotonic(),
        });
        return {
          line,
          async write() {
            simulation.advance(START + clock.monotonic() - started);
            await delay(100);
          },
        };
      }),
    );
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const [index, { protocol, baudRate }] of cases.entries()) {
    it(`${protocol} is detected at ${baudRate} bit/s, and nothing is written before`, () => {
      const { status, written } = found.get(pathOf(index)) ?? {};
      expect(status).to.include({ protocol, baudRate });
      expect(written).to.equal(0);
    });
  }
});
