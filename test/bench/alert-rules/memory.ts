import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signIn, type Client } from '../../support/api/client.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { startMeasuredGateway } from '../measure/gateway.js';
import { rssMb } from '../measure/process.js';
import { median } from '../measure/statistics.js';
import { gatewayOn, startTimed } from '../start/first-answer.js';
import { createRules, createZones } from './depot.js';

/** Memory and start of a gateway that is full of zones and rules, next to one that has none. */

export type Footprint = { readonly startMs: number; readonly cpuMs: number; readonly mb: number };

const MAX_RULES = 500;
/** Records are compared with the zones before the memory is read. */
const DEVICE = 'bus-0';
const REST_MS = 5_000;

/** Creates zones and rules over HTTP until the gateway has no room; returns how many of each. */
async function fillRules(client: Client, zones: number, vertices: number): Promise<{ zones: number; rules: number }> {
  const made: string[] = [];
  for (const { id, shape } of createZones(zones, vertices)) {
    const { status, body } = await client.call('POST', '/api/zones', { name: id, shape });
    if (status !== 201) break;
    made.push(String(body.id));
  }
  const kinds = createRules(made, 10);
  let rules = 0;
  while (rules < MAX_RULES) {
    const settings = kinds[rules % kinds.length];
    const { status } = await client.call('POST', '/api/alertRules', { name: `rule ${rules}`, all: true, ...settings });
    if (status !== 201) break;
    rules += 1;
  }
  return { zones: made.length, rules };
}

/** A data folder; `vertices`: of as many zones as there is room for, undefined: without zones and rules. */
export async function createFilled(folder: string, zones: number, vertices: number | undefined) {
  mkdirSync(folder);
  const { client, stop } = await startMeasuredGateway({ folder });
  const filled = vertices === undefined ? { zones: 0, rules: 0 } : await fillRules(client, zones, vertices);
  await stop();
  return filled;
}

async function startOnce(folder: string, restMs: number): Promise<Footprint> {
  const { firstAnswerMs, cpuMs, pid, url, stop } = await startTimed(gatewayOn(folder));
  const client = await signIn(url, { apiKey: TEST_KEY });
  const fix = { dateTime: new Date().toISOString(), latitude: 52.8, longitude: 5.7 };
  await client.call('POST', `/api/devices/${DEVICE}/locations`, fix);
  await delay(restMs);
  const mb = rssMb(pid);
  await stop();
  return { startMs: firstAnswerMs, cpuMs, mb };
}

/** Starts each folder in turn; the median of each. */
export async function footprintsOf(folders: readonly string[], rounds: number, isTiny: boolean): Promise<Footprint[]> {
  const all = folders.map((): Footprint[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, folder] of folders.entries()) all[at]?.push(await startOnce(folder, isTiny ? 0 : REST_MS));
  const of = (some: readonly Footprint[], key: keyof Footprint): number => median(some.map((one) => one[key]));
  return all.map((some) => ({ startMs: of(some, 'startMs'), cpuMs: of(some, 'cpuMs'), mb: of(some, 'mb') }));
}
