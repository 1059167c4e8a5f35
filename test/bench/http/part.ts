import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine, startMeasured } from '../measure/cores.js';
import { generator } from '../measure/drive.js';
import { digits, markdownTable, type Figure } from '../measure/figure.js';
import { startMeasuredGateway } from '../measure/gateway.js';
import type { Part, Report } from '../measure/part.js';
import { driveServer, type Served } from '../measure/served.js';
import { withFolder, type Settings } from '../measure/settings.js';
import { median, medianRatio } from '../measure/statistics.js';
import { BATCH, workloads, type Workload } from './requests.js';

/**
 * GET lastLocation, POST of one location and POST of 100 at a time over 64 connections: bare node:http, Koa hello, the lean
 * chain and the gateway, which stores durably, in alternating rounds.
 */

type Server = {
  readonly name: ServerName;
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  readonly stop: () => Promise<unknown>;
};
type ServerName = 'bare node:http' | 'Koa hello' | 'lean chain' | 'gateway' | typeof WITHOUT_SETTINGS;
/** Without the memory settings that its service and `npm start` have. */
const WITHOUT_SETTINGS = 'gateway, no memory settings';
type Rounds = Map<ServerName, Map<Workload, Served[]>>;

const WORKLOADS: readonly Workload[] = ['get', 'post', 'batch'];
const TITLES: Readonly<Record<Workload, string>> = { get: 'GET last', post: 'POST 1', batch: `POST ${BATCH}` };

async function startPlain(name: ServerName, file: string): Promise<Server> {
  const child = startMeasured(`dist/test/bench/http/servers/${file}.js`);
  const [port = '', token = ''] = await firstLine(child);
  return { name, url: `http://127.0.0.1:${port}`, pid: child.pid, token, stop: child.stop };
}

async function startGateway(name: ServerName, folder: string): Promise<Server> {
  const { url, pid, client, stop } = await startMeasuredGateway({ folder, asUnit: name !== WITHOUT_SETTINGS });
  return { name, url, pid, token: client.token, stop };
}

async function measure(server: Server, workload: Workload, seconds: number): Promise<Served> {
  const requests = workloads[workload](server.token);
  const served = await driveServer(server.pid, { url: server.url, requests, seconds });
  if (served.bad + served.broken > 0)
    throw new Error(`${server.name}, ${TITLES[workload]}: ${served.bad} errors, ${served.broken} broken connections`);
  return served;
}

async function compare(servers: readonly Server[], { rounds, seconds, warmUpSeconds }: Settings): Promise<Rounds> {
  const measured: Rounds = new Map(servers.map(({ name }) => [name, new Map(WORKLOADS.map((one) => [one, []]))]));
  // The workload that grows the heap most comes last.
  for (const workload of WORKLOADS) {
    for (const server of warmUpSeconds > 0 ? servers : []) await measure(server, workload, warmUpSeconds);
    for (let round = 0; round < rounds; round += 1) {
      for (const server of round % 2 === 0 ? servers : servers.toReversed())
        measured
          .get(server.name)
          ?.get(workload)
          ?.push(await measure(server, workload, seconds));
    }
  }
  return measured;
}

/** The values of one server and workload, one a round. */
type Read = (name: ServerName, workload: Workload, key: keyof Served) => number[];

function figuresOf(of: Read): Figure[] {
  const against = (
    figure: string,
    workload: Workload,
    key: keyof Served,
    unit: string,
    name: ServerName,
    goal?: Figure['goal'],
  ): Figure => ({
    figure,
    measured: median(of('gateway', workload, key)),
    unit,
    against: { name, value: median(of(name, workload, key)) },
    ratio: medianRatio(of('gateway', workload, key), of(name, workload, key)),
    ...(goal !== undefined && { goal }),
  });
  const points = of('gateway', 'batch', 'perSecond').map((perSecond) => perSecond * BATCH);
  return [
    against('GET lastLocation', 'get', 'perSecond', 'requests/s', 'Koa hello', { atLeast: 0.75 }),
    against('GET lastLocation', 'get', 'cpuUs', 'µs CPU', 'Koa hello'),
    against('durable POST of 1', 'post', 'perSecond', 'requests/s', 'Koa hello', { atLeast: 0.5 }),
    against('durable POST of 1', 'post', 'perSecond', 'requests/s', 'lean chain', { atLeast: 1 }),
    against('durable POST of 1', 'post', 'cpuUs', 'µs CPU', 'lean chain'),
    against('durable POST of 1, p99', 'post', 'p99Ms', 'ms', 'lean chain', { atMost: 1.5 }),
    {
      figure: 'memory under durable POST of 1',
      measured: median(of('gateway', 'post', 'peakMb')),
      unit: 'MB',
      goal: { atMost: 130 },
    },
    { figure: `durable POST of ${BATCH}`, measured: median(points), unit: 'points/s', goal: { atLeast: 150_000 } },
  ];
}

function tableOf(names: readonly ServerName[], of: Read): string {
  const heads = [
    'server',
    'request',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'µs CPU',
    'peak RSS, MB',
    'load, % of its core',
  ];
  const keys = ['perSecond', 'p50Ms', 'p99Ms', 'cpuUs', 'peakMb', 'loadCpu'] as const;
  const rows = names.flatMap((name) =>
    WORKLOADS.map((workload) => [
      name,
      TITLES[workload],
      ...keys.map((key) => digits(median(of(name, workload, key)))),
    ]),
  );
  return markdownTable(heads, rows);
}

async function run(settings: Settings): Promise<Report> {
  return withFolder(async (folder) => {
    const servers: Server[] = [];
    try {
      servers.push(await startPlain('bare node:http', 'bare'));
      servers.push(await startPlain('Koa hello', 'koa'));
      servers.push(await startPlain('lean chain', 'lean'));
      for (const name of ['gateway', WITHOUT_SETTINGS] as const) {
        const own = join(folder, name);
        mkdirSync(own);
        servers.push(await startGateway(name, own));
      }
      const rounds = await compare(servers, settings);
      const of: Read = (name, workload, key) => (rounds.get(name)?.get(workload) ?? []).map((served) => served[key]);
      const table = tableOf(
        servers.map(({ name }) => name),
        of,
      );
      return { figures: figuresOf(of), details: [table, `Load: ${generator}, 64 connections.`] };
    } finally {
      for (const { stop } of servers) await stop();
    }
  });
}

export const httpPart: Part = { name: 'http', title: 'HTTP', run };
