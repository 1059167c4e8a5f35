import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../../src/errors.js';
import { residentBytes } from '../../support/machine/resident-memory.js';
import { end } from '../measure/cores.js';

/** An alternative to Waypost in a depot, started by its own instructions. */
export type Peer = {
  readonly name: string;
  /** npm packages with versions, installed into their own folder when it is missing */
  readonly packages: Readonly<Record<string, string>>;
  readonly start: (options: StartOptions) => Promise<Running>;
};

type StartOptions = {
  /** an empty folder for all its data */
  readonly folder: string;
  /** the folder of its packages */
  readonly home: string;
  /** a serial port with an NMEA 0183 receiver */
  readonly serial?: string;
};

/** A started peer. It does not support what is left out. */
export type Running = {
  readonly url: string;
  readonly pid: number;
  /** time of its first response, in ms of `performance.now()` */
  readonly answeredAt: number;
  /** Creates what it needs before it accepts positions. */
  readonly prepare?: () => Promise<void>;
  /** the bytes of a request that stores the `i`-th position, and the expected status */
  readonly post?: { readonly request: (i: number) => string; readonly status: number };
  /** the bytes of a request for the last position */
  readonly get?: (i: number) => string;
  /** the time of day `hh:mm:ss` of the newest position from the port; undefined: none */
  readonly lastTimeFromPort?: () => Promise<string | undefined>;
  readonly stop: () => Promise<void>;
};

const HOMES = resolve('test/bench/peers');

/** The folder of its packages, installed without running their scripts. */
export function install({ name, packages }: Pick<Peer, 'name' | 'packages'>): string {
  const home = join(HOMES, name);
  const missing = Object.keys(packages).filter((one) => !existsSync(join(home, 'node_modules', one)));
  if (missing.length === 0) return home;
  console.log(`${missing.join(', ')}: installed for this bench, once; it may take a minute`);
  mkdirSync(home, { recursive: true });
  const wanted = Object.entries(packages).map(([one, version]) => `${one}@${version}`);
  const flags = [
    '--prefix',
    home,
    '--ignore-scripts',
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=0',
  ];
  const { status, stderr } = spawnSync('npm', ['install', ...flags, ...wanted], { encoding: 'utf8' });
  if (status !== 0) {
    const [reason = `npm ended with ${String(status)}`] =
      /(?<=npm error )(?!code|syscall|errno|path).+/.exec(stderr) ?? [];
    throw new Error(`it cannot be installed: ${reason}`);
  }
  return home;
}

const PATIENCE_MS = 60_000;
const LOOK_MS = 5;
/** Longer than any first answer takes; another program may hold the port. */
const ANSWER_MS = 10_000;

/** Starts a Node program and waits until `url` returns 200. */
export async function serve(args: readonly string[], url: string, env: NodeJS.ProcessEnv = {}) {
  // Variables of the benchmark must not configure the gateway.
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WAYPOST_')));
  // The peer has a core of its own from the start; the load and the polling run on the other one.
  const pinned = ['-c', '0', process.execPath, ...args];
  const child = spawn('taskset', pinned, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...own, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const begun = performance.now();
  let seen = '';
  const isReady = async (): Promise<boolean> => {
    try {
      const { status } = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
      seen = `the last status was ${status}`;
      return status === 200;
    } catch (error) {
      seen = messageOf(error);
      return false;
    }
  };
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() - begun > PATIENCE_MS) {
      await end(child);
      throw new Error(`${args.join(' ')} does not respond: ${seen}: ${output.slice(-500)}`);
    }
    await delay(LOOK_MS);
  }
  return { pid: child.pid ?? 0, answeredAt: performance.now(), stop: () => end(child) };
}

/** MB in memory of the process and its children. */
export function rssMb(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + rssMb(Number(child)), residentBytes(pid) / 1e6);
}

/** Total bytes of all files below a folder. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
