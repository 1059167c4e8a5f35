import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { silentLogger } from '../../../src/logger.js';
import type { Change } from '../../../src/schema/entry.js';
import { openStore } from '../../../src/store/store.js';
import { createClock } from '../../../src/time/clock.js';
import { signIn } from '../../support/api/client.js';
import { startGateway, TEST_KEY, type Gateway } from '../../support/gateway/gateway.js';
import { deviceOf } from '../../support/store/records.js';
import { residentBytes } from '../../support/machine/resident-memory.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { INTERVAL_MS, first, record } from './records.js';

/**
 * Following all records over HTTP in pages of 1,000, as an administrator and as a user who sees 1 of 500 devices: once
 * with the orders of arrival as written, once without them, as older versions left the log. `node … follow.js [records
 * [folder]]`: 1 million by default; a named folder is kept, and reused if it exists.
 */

const DEVICES = 500;
const BATCH = 1_000;

const recordOf = (i: number): Change => {
  const { kind, v } = record(i);
  const dateTime = new Date(first + Math.floor(i / DEVICES) * INTERVAL_MS).toISOString();
  return { kind, v: { ...v, deviceId: `bus-${i % DEVICES}`, location: { ...v.location, dateTime } } };
};

async function fill(folder: string, records: number): Promise<void> {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  const clock = createClock();
  const retention = { days: 0, bytes: 0 };
  const sizes = { segmentBytes: 8_388_608, snapshotBytes: 8_388_608 };
  const store = await openStore({ folder, clock, logger: silentLogger, retention, ...sizes });
  const devices = Array.from({ length: DEVICES }, (_, i): Change => ({ kind: 'device', v: deviceOf(`bus-${i}`) }));
  const users = await usersWithKey(userOf('all', { privileges: ['admin'] }), userOf('one', { deviceId: 'bus-7' }));
  await store.append([...devices, ...users]);
  for (let i = 0; i < records; i += BATCH)
    await store.append(Array.from({ length: Math.min(BATCH, records - i) }, (_, at) => recordOf(i + at)));
  await store.close();
}

type Page = { readonly records: readonly unknown[]; readonly next: string; readonly end: number };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** ms until the last byte has arrived. */
function read(url: string, token: string): Promise<{ readonly page: Page; readonly ms: number }> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const ms = performance.now() - begun;
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve({ page: JSON.parse(text) as Page, ms });
        else reject(new Error(text));
      });
    }).on('error', reject);
  });
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function follow(gateway: Gateway, userName: string): Promise<Record<string, number>> {
  const { token } = await signIn(gateway.url, { userName, apiKey: TEST_KEY });
  const times: number[] = [];
  let records = 0;
  let after = '';
  const begun = performance.now();
  for (;;) {
    const { page, ms } = await read(`${gateway.url}/api/records?limit=1000&after=${after}`, token);
    times.push(ms);
    records += page.records.length;
    after = page.next;
    if (Number(after.split('.')[1]) >= page.end) break;
  }
  const seconds = (performance.now() - begun) / 1_000;
  times.sort((a, b) => a - b);
  return {
    records,
    pages: times.length,
    'p50, ms': quantile(times, 0.5),
    'p99, ms': quantile(times, 0.99),
    'slowest, ms': times.at(-1) ?? 0,
    seconds,
    'RSS, MB': residentBytes(gateway.pid) / 1e6,
  };
}

function removeOrders(log: string): void {
  for (const name of readdirSync(log)) if (name.endsWith('.order.json')) rmSync(join(log, name));
}

const rounded = (row: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value.toFixed(1))]));

const [, , count = '1000000', kept] = process.argv;
const folder = kept ?? mkdtempSync(join('.', '.bench-'));
try {
  const data = join(folder, 'data');
  await fill(data, Number(count));
  const rows: Record<string, Record<string, number>> = {};
  for (const order of ['with orders', 'without orders']) {
    if (order === 'without orders') removeOrders(join(data, 'log'));
    const gateway = await startGateway({ folder, config: { log: { level: 'error' } } });
    try {
      for (const user of ['all', 'one', 'all']) {
        const row = rounded(await follow(gateway, user));
        rows[`${order}, ${user}${rows[`${order}, ${user}`] === undefined ? '' : ' again'}`] = row;
      }
    } finally {
      await gateway.end('SIGTERM');
    }
  }
  console.table(rows);
} finally {
  agent.destroy();
  if (kept === undefined) rmSync(folder, { recursive: true });
}
