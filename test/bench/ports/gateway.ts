import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LOOP_PRECISION_MS } from '../../../src/services/system/metric-registries.js';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import type { Client } from '../../support/api/client.js';
import { deviceOf, startMeasuredGateway } from '../measure/gateway.js';
import { storedLocations } from '../measure/stored.js';
import type { Fed } from './feeder.js';
import { shipsOf, streamKindOf, type Mix } from './streams.js';

/** The whole gateway at the ports: its processor time, and whether all records are on the disk. */

export type Outcome = {
  readonly sent: number;
  readonly stored: number;
  readonly loopP99Ms: number;
  /** faults, as text */
  readonly problems: readonly string[];
};

export type Measured = {
  /** share of a core */
  readonly cpu: number;
  readonly fed: Fed;
};
type Options = {
  /** a folder of its own */
  readonly folder: string;
  readonly mix: Mix;
  readonly baudRate: number;
  readonly paths: readonly string[];
  /** feeds the ports while the process reads them */
  readonly measure: (pid: number) => Promise<Measured>;
};

const SETTLE_MS = 250;
const MOST_LOOKS = 100;

export async function readByGateway(options: Options): Promise<Measured & { readonly outcome: Outcome }> {
  const { folder, mix, baudRate, paths, measure } = options;
  const ports = paths.map((path, port) => {
    const [protocol = ''] = streamKindOf(mix, port).split('+');
    return { path, protocol, baudRate, ...(protocol === 'nmea0183' && { deviceId: deviceOf(port) }) };
  });
  const devices = ports.flatMap(({ protocol }, port) => (protocol === 'ais' ? shipsOf(port) : []));
  const gateway = await startMeasuredGateway({ folder, config: { serial: { ports } }, devices });
  try {
    // The gateway watches its event loop from the first answer on, and each answer covers the time since the one before.
    await loopDelay(gateway.url, gateway.client.token);
    const measured = await measure(gateway.pid);
    const loopP99Ms = await loopDelay(gateway.url, gateway.client.token);
    await settled(gateway.client);
    const problems = await problemsOf(gateway.client, measured.fed, mix);
    await gateway.stop();
    const stored = storedIn(join(folder, 'data'));
    return { ...measured, outcome: { sent: measured.fed.records, stored, loopP99Ms, problems } };
  } finally {
    await gateway.stop();
  }
}

/** By how much the event loop was late, ms: a sample is taken each `LOOP_PRECISION_MS`, and includes them. */
async function loopDelay(url: string, token: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  const seconds = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await answer.text())?.[1]);
  return Math.max(0, 1000 * seconds - LOOP_PRECISION_MS);
}

const portsOf = async (client: Client): Promise<readonly PortStatus[]> => {
  const { body } = await client.call('GET', '/api/ports');
  return (body as unknown as { ports: readonly PortStatus[] }).ports;
};

/** Resolves when nothing arrived or was stored for a while. */
async function settled(client: Client): Promise<void> {
  let before = '';
  for (let look = 0; look < MOST_LOOKS; look++) {
    const { body } = await client.call('GET', '/api/health');
    const seen = JSON.stringify([(body.store as { entries: number }).entries, await portsOf(client)]);
    if (seen === before) return;
    before = seen;
    await delay(SETTLE_MS);
  }
}

/** Counters of the ports that must be zero, unless the data is noise. */
async function problemsOf(client: Client, fed: Fed, mix: Mix): Promise<string[]> {
  const statuses = await portsOf(client);
  return statuses.flatMap(({ path, counters }, port) => {
    const { bytes, frames, ...faults } = counters;
    const sent = fed.ports[port]?.bytes;
    const lost = bytes === sent ? [] : [`${path}: ${bytes} of ${String(sent)} bytes`];
    if (mix === 'noise') return lost;
    const nonZero = Object.entries(faults).flatMap(([name, count]) =>
      typeof count === 'number' && count > 0 ? [`${path}: ${count} ${name} in ${frames} frames`] : [],
    );
    return [...lost, ...nonZero];
  });
}

/** Distinct records on the disk. */
function storedIn(folder: string): number {
  const records = new Set<string>();
  for (const { deviceId, location } of storedLocations(folder).values()) {
    const { dateTime, latitude, longitude } = location;
    records.add(`${deviceId} ${dateTime} ${latitude} ${longitude}`);
  }
  return records.size;
}
