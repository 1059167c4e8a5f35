import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/gateway/eventually.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { end, onMeasuredCore } from '../measure/cores.js';
import { cpuSeconds } from '../measure/process.js';
import { withFolder } from '../measure/settings.js';

/** A program that prints its address or port as soon as it listens. */
export type Startable = {
  readonly args: readonly string[];
  /** the first group is the port */
  readonly listens: RegExp;
  readonly path: string;
  /** another Node than that of the bench */
  readonly node?: string;
  /** where it keeps what V8 has compiled; undefined: nowhere */
  readonly codeCache?: string;
};

export type Started = {
  readonly firstAnswerMs: number;
  /** until then */
  readonly cpuMs: number;
  readonly pid: number;
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** Bare Koa with router, body parser and lowdb, as the comparison with alternatives has it. */
export const bareKoa: Startable = {
  args: ['dist/test/bench/compare/koa-server.js', '0'],
  listens: /^(\d+)\n/,
  path: '/',
};

/** Koa without any other package. */
export const koaHello: Startable = {
  args: ['dist/test/bench/http/servers/koa.js'],
  listens: /^(\d+) /,
  path: '/',
};

/** The gateway on the data folder `data` below a folder. */
export function gatewayOn(folder: string, { node, codeCache }: Pick<Startable, 'node' | 'codeCache'> = {}): Startable {
  const config = join(folder, 'waypost.json');
  writeFileSync(config, JSON.stringify({ log: { level: 'error' } }));
  const flags = ['--config', config, '--data', join(folder, 'data'), '--host', '127.0.0.1', '--port', '0'];
  const args = ['dist/waypost/main.js', 'serve', ...flags];
  return {
    args,
    listens: /listens on http:\/\/[^:]+:(\d+)/,
    path: '/api/health',
    ...(node !== undefined && { node }),
    ...(codeCache !== undefined && { codeCache }),
  };
}

/** Runs the gateway until it has kept what V8 has compiled, in a folder, for later starts on the same Node. */
export async function fillCodeCache(codeCache: string, node?: string): Promise<void> {
  await withFolder(async (folder) => {
    const { stop } = await startTimed(gatewayOn(folder, { codeCache, ...(node !== undefined && { node }) }));
    await eventually('the code cache is written', () => existsSync(join(codeCache, 'run-gateway.cache')));
    await stop();
  });
}

/** Starts a program on the measured core; resolves when it has answered its first request. */
export async function startTimed(startable: Startable): Promise<Started> {
  const { args, listens, path, node = process.execPath, codeCache } = startable;
  const [command, ...before] = onMeasuredCore;
  const words = command === undefined ? args : [...before, node, ...args];
  const begun = performance.now();
  const child = spawn(command ?? node, words, {
    env: { PATH: process.env.PATH, WAYPOST_ADMIN_API_KEY: TEST_KEY, CACHE_DIRECTORY: codeCache },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const port = await new Promise<string>((resolve, reject) => {
    const onText = (text: Buffer): void => {
      output += text.toString();
      const [, found] = listens.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', onText);
    child.stderr.on('data', onText);
    child.on('exit', () => {
      reject(new Error(`${args.join(' ')} does not start: ${output.slice(-500)}`));
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${url}${path}`);
  await answer.arrayBuffer();
  const firstAnswerMs = performance.now() - begun;
  if (!answer.ok) throw new Error(`${args.join(' ')} answers its first request with ${answer.status}`);
  const pid = child.pid ?? 0;
  return { firstAnswerMs, cpuMs: 1000 * cpuSeconds(pid), pid, url, stop: () => end(child) };
}
