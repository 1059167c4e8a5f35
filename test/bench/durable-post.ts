import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../support/api/client.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { httpRequest, load, type LoadResult } from './load.js';

/**
 * Durable POST and GET lastLocation over 64 connections, compared with the same Koa chain without a store, in alternating
 * rounds. Servers on core 0, load on core 1. Bytes written to the disk are the kernel's count for the process.
 */

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 64;
const DEVICES = 16;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const pin = (pid: number, core: number): Promise<unknown> =>
  once(spawn('taskset', ['-acp', String(core), String(pid)]), 'exit');

let fix = 0;
const post = (token: string) => (): string => {
  fix += 1;
  const dateTime = new Date(Date.UTC(2026, 0, 1) + Math.floor(fix / DEVICES) * 1000).toISOString();
  const body = JSON.stringify({
    dateTime,
    latitude: 52.842278,
    longitude: 5.70582,
    speed: 12.51,
    course: 184.2,
    altitude: 4.5,
    satellites: 11,
    battery: 87,
  });
  return httpRequest('POST', `/api/devices/bus-${fix % DEVICES}/locations`, token, body);
};
const get =
  (token: string) =>
  (i: number): string =>
    httpRequest('GET', `/api/devices/bus-${i % DEVICES}/lastLocation`, token);

const written = (pid: number): number =>
  Number(/write_bytes: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);

const folder = mkdtempSync(join(process.env.WAYPOST_BENCH_FOLDER ?? '.', '.bench-'));
const bare = spawn(process.execPath, ['dist/test/bench/bare-server.js'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = (await once(bare.stdout, 'data')) as [Buffer];
const [barePort = '', bareToken = ''] = line.toString().trim().split(' ');
const gateway = await startGateway({ folder, config: { log: { level: 'error' } } });
try {
  const client = await signIn(gateway.url, { apiKey: TEST_KEY });
  for (let i = 0; i < DEVICES; i++) await client.call('POST', '/api/devices', { id: `bus-${i}` });
  await pin(process.pid, 1);
  await pin(bare.pid ?? 0, 0);
  await pin(gateway.pid, 0);

  const storeBytes = async (): Promise<number> => {
    const { body } = await client.call('GET', '/api/health');
    return (body.store as { bytes: number }).bytes;
  };
  const bareUrl = `http://127.0.0.1:${barePort}`;
  const run = (url: string, request: (i: number) => string, status: number, seconds = SECONDS): Promise<LoadResult> =>
    load({ url, connections: CONNECTIONS, seconds, request, status });

  await run(bareUrl, post(bareToken), 201, 2);
  await run(gateway.url, post(client.token), 201, 2);
  await run(bareUrl, get(bareToken), 200, 2);
  await run(gateway.url, get(client.token), 200, 2);
  const rounds = {
    bare: [] as LoadResult[],
    durable: [] as LoadResult[],
    bareGet: [] as LoadResult[],
    get: [] as LoadResult[],
  };
  const disk: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.bare.push(await run(bareUrl, post(bareToken), 201));
    const [bytes, io] = [await storeBytes(), written(gateway.pid)];
    rounds.durable.push(await run(gateway.url, post(client.token), 201));
    disk.push((written(gateway.pid) - io) / ((await storeBytes()) - bytes));
    rounds.bareGet.push(await run(bareUrl, get(bareToken), 200));
    rounds.get.push(await run(gateway.url, get(client.token), 200));
  }

  const row = (
    name: string,
    results: readonly LoadResult[],
    ceiling: readonly LoadResult[],
  ): Record<string, unknown> => ({
    '': name,
    'per second': Math.round(median(results.map(({ perSecond }) => perSecond))),
    'of the bare chain': median(
      results.map(({ perSecond }, round) => perSecond / (ceiling[round]?.perSecond ?? 1)),
    ).toFixed(2),
    'p50 ms': median(results.map(({ p50Ms }) => p50Ms)).toFixed(2),
    'p99 ms': median(results.map(({ p99Ms }) => p99Ms)).toFixed(2),
    refused: results.reduce((sum, { bad }) => sum + bad, 0),
  });
  console.table([
    row('POST locations, no store', rounds.bare, rounds.bare),
    row('POST locations, durable', rounds.durable, rounds.bare),
    row('GET lastLocation, no store', rounds.bareGet, rounds.bareGet),
    row('GET lastLocation', rounds.get, rounds.bareGet),
  ]);
  console.log(
    `bytes that reach the disk / bytes of the entries: ${median(disk).toFixed(2)} (${disk.map((x) => x.toFixed(2)).join(' ')})`,
  );
} finally {
  bare.kill();
  await gateway.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
