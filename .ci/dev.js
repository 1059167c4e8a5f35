// `npm run dev [-- --port N]`: gateway and dashboard, rebuilt on change, with simulated trackers. A change of the gateway
// restarts it; each change reloads the page. Ports, data and the bundled page are in `.dev`, which may be deleted.
import './node-version.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildOrExplain } from './build.js';
import { compileChanged } from './build/tests.js';
import { createReloadingProxy } from './dev/reloading-proxy.js';

const FOLDER = '.dev';
/** Of the administrator `admin`, on this machine alone. */
const KEY = 'waypost-dev-key-0123456789';
/** Protocol and number of the simulated trackers; those of one protocol have the ports `PROTOCOL-1`, `PROTOCOL-2` … */
const TRACKERS = { json: 2, wpt: 2, queclink: 1 };
/** Editors write a file in several steps. */
const SETTLE_MS = 30;
const POLL_MS = 30;

const say = (text) => process.stdout.write(`waypost: ${text}\n`);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const children = new Set();

/** Runs a command of the program from the compiled sources. */
function waypost(args, options = {}) {
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/src/main.js', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
    env: { ...process.env, WAYPOST_ADMIN_API_KEY: KEY, WAYPOST_API_KEY: KEY },
  });
  children.add(child);
  child.on('exit', () => children.delete(child));
  return child;
}

/** Starts simulated trackers; resolves with the settings of their ports. */
async function startTrackers() {
  const started = Object.entries(TRACKERS).map(async ([protocol, count]) => {
    const args = [
      'simulate',
      '--protocol',
      protocol,
      '--count',
      String(count),
      '--folder',
      `${FOLDER}/ports`,
      '--json',
    ];
    const child = waypost(args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output = output.length < 100_000 ? output + text : output));
    const portsOf = () =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
        .filter(({ event }) => event === 'port');
    while (portsOf().length < count && child.exitCode === null) await delay(POLL_MS);
    return portsOf().map(({ path }) => ({ path, protocol }));
  });
  return (await Promise.all(started)).flat();
}

/** The gateway, which `restart` starts again; `ready` resolves once it answers. */
function createGateway(port) {
  const url = `http://127.0.0.1:${port}`;
  let child;
  const answers = () =>
    fetch(`${url}/api/health`).then(
      () => true,
      () => false,
    );
  async function restart() {
    if (child?.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    child = waypost([
      'serve',
      '--config',
      `${FOLDER}/waypost.json`,
      '--data',
      `${FOLDER}/data`,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
    ]);
    const started = child;
    while (started.exitCode === null && !(await answers())) await delay(POLL_MS);
  }
  return { url, restart };
}

/** Calls `onChange` with the sources that changed, one call at a time. */
function watchSources(onChange) {
  let [pending, busy] = [false, false];
  async function work() {
    pending = true;
    if (busy) return;
    busy = true;
    while (pending) {
      await delay(SETTLE_MS);
      pending = false;
      await compileChanged().then(onChange, () =>
        say('the sources do not compile: correct the file that is named above'),
      );
    }
    busy = false;
  }
  watch('src', { recursive: true }, () => void work());
}

process.chdir(join(import.meta.dirname, '..'));
const { values } = parseArgs({ options: { port: { type: 'string', default: '8080' } } });
if (await buildOrExplain(['dashboard', 'tests'])) {
  mkdirSync(`${FOLDER}/ports`, { recursive: true });
  const gateway = createGateway(await freePort());
  const proxy = await createReloadingProxy({
    port: Number(values.port),
    target: gateway.url,
    folder: `${FOLDER}/app`,
  }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    say(
      `port ${values.port} is in use: stop the program that uses it, or take another one: npm run dev -- --port 8081`,
    );
    process.exit(1);
  });
  const ports = await startTrackers();
  writeFileSync(
    `${FOLDER}/waypost.json`,
    JSON.stringify({ serial: { ports, unknownDevices: 'register' }, licenses: { total: 100 } }),
  );
  await gateway.restart();
  waypost(['user', 'link', 'admin', '--url', proxy.url]);
  say(`watching src; the API key of admin is ${KEY}`);
  watchSources(async (files) => {
    const own = files.filter((file) => file.startsWith('src/') && !file.startsWith('src/web/'));
    if (own.length === 0) return;
    const startedAt = performance.now();
    await gateway.restart();
    say(
      `${own.length === 1 ? own[0] : `${own.length} files`} changed: gateway restarted in ${Math.round(performance.now() - startedAt)} ms`,
    );
    proxy.reload();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      for (const child of children) child.kill('SIGTERM');
      process.exit(0);
    });
  }
}
