import { setTimeout as delay } from 'node:timers/promises';
import { signIn } from '../../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { residentBytes } from '../../support/machine/resident-memory.js';
import { DEVICES, first, INTERVAL_MS } from './records.js';

/** The whole gateway on a data folder: time to the first response, and memory at rest. */

const start = (folder: string): Promise<Gateway> => startGateway({ folder, config: { log: { level: 'error' } } });

/** ms from the start of the process to its first response, for each of `starts` starts after a first one. */
export async function firstAnswers(folder: string, starts: number): Promise<number[]> {
  const times: number[] = [];
  for (let place = 0; place <= starts; place++) {
    const begun = performance.now();
    const gateway = await start(folder);
    await fetch(`${gateway.url}/api/health`);
    if (place > 0) times.push(performance.now() - begun);
    await gateway.end('SIGTERM');
  }
  return times;
}

export type AtRest = { readonly startedMb: number; readonly queriedMb: number; readonly idleMb: number };

const QUERIES = 1_000;
/** V8 returns memory some time after the work. */
const SETTLE_MS = 5_000;

/** RSS of the gateway after the start, after range queries, and after an idle time. */
export async function atRest(folder: string, records: number, idleMs: number): Promise<AtRest> {
  const gateway = await start(folder);
  const settledMb = async (): Promise<number> => {
    await delay(SETTLE_MS);
    return residentBytes(gateway.pid) / 1e6;
  };
  try {
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    for (let i = 0; i < DEVICES; i++) await client.call('POST', '/api/devices', { id: `bus-${i}` });
    const startedMb = await settledMb();
    const span = (records / DEVICES) * INTERVAL_MS;
    for (let i = 0; i < QUERIES; i++) {
      const from = first + (((i * 7919) % 1000) / 1000) * span;
      const range = { from: new Date(from).toISOString(), to: new Date(from + 3_600_000).toISOString() };
      const { status } = await client.call('POST', `/api/devices/bus-${(i * 37) % DEVICES}/locations`, range);
      if (status !== 200) throw new Error(`a query is answered with ${status}`);
    }
    const queriedMb = await settledMb();
    await delay(idleMs);
    return { startedMb, queriedMb, idleMb: residentBytes(gateway.pid) / 1e6 };
  } finally {
    await gateway.end('SIGTERM');
  }
}
