import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Entry } from '../../../src/schema/entry.js';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import type { Client } from '../../support/api/client.js';
import { deviceOf, startMeasuredGateway } from '../measure/gateway.js';
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
    const measured = await measure(gateway.pid);
    const loopP99Ms = await loopDelay(gateway.url, gateway.client.token);
    await settled(gateway.client);
    const problems = await problemsOf(gateway.client, measured.fed, mix);
    await gateway.stop();
    const stored = storedIn(join(folder, 'data', 'log'));
    return { ...measured, outcome: { sent: measured.fed.records, stored, loopP99Ms, problems } };
  } finally {
    await gateway.stop();
  }
}

async function loopDelay(url: string, token: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await answer.text())?.[1]);
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
    const nonZero = mix === 'noise' ? [] : Object.entries(faults).filter(([, count]) => count > 0);
    return [...lost, ...nonZero.map(([name, count]) => `${path}: ${count} ${name} in ${frames} frames`)];
  });
}

/** Distinct records on the disk. */
function storedIn(log: string): number {
  const records = new Set<string>();
  for (const name of readdirSync(log).filter((file) => file.endsWith('.jsonl'))) {
    for (const line of readFileSync(join(log, name), 'utf8').split('\n')) {
      const entry = line === '' ? undefined : (JSON.parse(line) as Entry);
      if (entry?.kind !== 'location') continue;
      const { dateTime, latitude, longitude } = entry.v.location;
      records.add(`${entry.v.deviceId} ${dateTime} ${latitude} ${longitude}`);
    }
  }
  return records.size;
}
