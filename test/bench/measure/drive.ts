import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './load.js';

/** Where a request has the time of its records: each request gets another one. */
export const TIME = 'YYYY-MM-DDTHH:MM:SS';
const CONNECTIONS = 64;

export type DriveOptions = {
  readonly url: string;
  /** sent in turn: headers and body, with TIME in place of times */
  readonly requests: readonly string[];
  readonly seconds: number;
  readonly connections?: number;
  /** about as many requests a second, at random times; left out: as fast as they are answered */
  readonly pace?: number;
};

export type Driven = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** responses with a status of 400 or more */
  readonly bad: number;
  /** connections that failed */
  readonly broken: number;
};

const SCRIPT = 'test/bench/measure/requests.lua';
const DAY_S = 86_400;
/** Far enough in the past for all loads of a run, and recent enough for the default retention. */
const FIRST_DAYS_AGO = 300;

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
export const generator = hasWrk ? 'wrk' : 'the own load generator in Node, because wrk is not installed';

let day = 0;
/** The first second of a load, after all times of the ones before. */
const nextSecond = (): number => Math.floor(Date.now() / 1000) - (FIRST_DAYS_AGO - day++) * DAY_S;

/** ms that each connection waits on average before a request. */
const waitOf = ({ pace, connections = CONNECTIONS }: DriveOptions): number =>
  pace === undefined ? 0 : Math.round((1_000 * connections) / pace);

/** Sends requests over keep-alive connections, one at a time on each. */
export function drive(options: DriveOptions): Promise<Driven> {
  return hasWrk ? driveWrk(options) : driveOwn(options);
}

async function driveWrk(options: DriveOptions): Promise<Driven> {
  const { url, requests, seconds, connections = CONNECTIONS } = options;
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  try {
    const file = join(folder, 'requests');
    writeFileSync(file, requests.join('\0'));
    const flags = [
      '-t1',
      `-c${connections}`,
      `-d${Math.ceil(seconds)}s`,
      '--timeout',
      '30s',
      '--latency',
      '-s',
      SCRIPT,
    ];
    const child = spawn('wrk', [...flags, url, '--', file, String(nextSecond()), String(waitOf(options))]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    await once(child, 'close');
    const [result] = /^\{.*\}$/m.exec(output) ?? [];
    if (result === undefined) throw new Error(`wrk: ${output}`);
    const counted = JSON.parse(result) as Omit<Driven, 'perSecond'> & { readonly seconds: number };
    return { ...counted, perSecond: counted.requests / counted.seconds };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function driveOwn(options: DriveOptions): Promise<Driven> {
  const { url, requests, seconds, connections = CONNECTIONS } = options;
  const begin = nextSecond();
  const request = (i: number): string => {
    const second = begin + Math.floor(i / requests.length);
    return (requests[i % requests.length] ?? '').replaceAll(TIME, new Date(second * 1000).toISOString().slice(0, 19));
  };
  const wait = waitOf(options);
  const result = await load({ url, connections, seconds, wait, request, isExpected: (status) => status < 400 });
  return { ...result, requests: Math.round(result.perSecond * seconds) };
}
