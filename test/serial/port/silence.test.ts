import { expect } from 'chai';
import { protocols } from '../../../src/protocols/index.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createTestLink } from '../../support/serial/test-link.js';

const { nmea0183, ais, json, ubx } = protocols;
const START = Date.UTC(2026, 10, 21, 10);
const MIN_PERIOD_MS = 29_000;
const MAX_PERIOD_MS = 125_000;
const STEP_MS = 300;
const vehicle = createVehicle({ seed: 5 });
const burst = (second: number): string => nmeaEpoch(vehicle.fixAt(START + 1000 * second));

/** Two bursts 1 s apart, then one each period; returns what was sent while the port was closed, and what was stored. */
async function sendBursts(periodMs: number, options: Parameters<typeof createTestLink>[0]) {
  const { link, ports, advance, reports } = createTestLink({ protocol: nmea0183, deviceId: 'bus-1', ...options });
  link.start();
  await advance(0);
  const lost: number[] = [];
  for (const [index, gapMs] of [0, 1_000, ...Array.from({ length: 4 }, () => periodMs)].entries()) {
    await advance(gapMs);
    const port = ports.last();
    // The kernel keeps nothing for a device that is not open.
    if (link.status().state === 'open' && !port.asked.includes('close')) port.say(burst(index));
    else lost.push(index);
  }
  await advance(10_000);
  await link.stop();
  return { lost, stored: new Set(reports.flatMap(({ locations }) => locations.map(({ dateTime }) => dateTime))).size };
}

describe('a port that is silent between the bursts of its tracker', () => {
  for (const [name, options] of [
    ['a serial port', {}],
    ['a port of a device server', { path: 'tcp://10.0.0.7:4001' }],
    ['a port in protocol detection', { protocols: [nmea0183, ais, json, ubx] }],
    ['a device server in protocol detection', { protocols: [nmea0183, ais, json, ubx], path: 'tcp://10.0.0.7:4001' }],
  ] as const) {
    it(`${name} loses no burst, whatever the period of the tracker from 29 to 125 s`, async () => {
      const failures: string[] = [];
      let periods = 0;
      for (let periodMs = MIN_PERIOD_MS; periodMs <= MAX_PERIOD_MS; periodMs += STEP_MS) {
        periods += 1;
        const { lost, stored } = await sendBursts(periodMs, options);
        if (lost.length > 0 || stored !== 6) failures.push(`${periodMs} ms: lost ${lost.join()}, stored ${stored}`);
      }
      expect(failures).to.deep.equal([]);
      expect(periods).to.equal(321);
    });
  }
});
