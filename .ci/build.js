// Installs the packages and builds what changed since the last build: `node .ci/build.js TARGET…`, by default all that have
// no `onlyByName`. It needs nothing but Node, because it runs before the packages are installed, and it prints what it does.
import './node-version.js';
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explainFailure } from './build/explain-failure.js';
import { isInstalled } from './build/installed.js';
import { withLock } from './build/lock.js';

process.chdir(join(import.meta.dirname, '..'));

/**
 * A target is built again when one of the files changed that its last build read. The command of the target writes their
 * names to `dist/.inputs/NAME.json`; the bundler knows them. `also`: files besides those, such as the scripts of the build.
 */
const TARGETS = {
  gateway: {
    text: 'bundling the gateway',
    command: ['node', '.ci/build/gateway.js'],
    also: [
      'package.json',
      'package-lock.json',
      ...['gateway', 'compiled-config', 'licenses', 'inputs'].map((name) => `.ci/build/${name}.js`),
      '.ci/release/released-package.js',
    ],
  },
  dashboard: {
    text: 'bundling the dashboard',
    command: ['node', '.ci/build/dashboard.js'],
    also: [
      'package-lock.json',
      ...['dashboard', 'page-options', 'outline', 'licenses', 'inputs'].map((name) => `.ci/build/${name}.js`),
    ],
  },
  // Each file is transformed alone, so the command itself finds those that changed, in a tenth of a second.
  tests: { command: ['node', '.ci/build/tests.js'] },
  clients: {
    text: 'installing the API clients of the tests',
    command: ['node', '.ci/build/clients.js'],
    also: ['test/clients/package-lock.json', '.ci/build/clients.js'],
    onlyByName: true,
  },
};
const byDefault = Object.keys(TARGETS).filter((name) => TARGETS[name].onlyByName !== true);

/** Size and time of the change of a file, or null if it is gone. */
const factsOf = (file) =>
  stat(file).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => null,
  );

const readJson = (file) =>
  readFile(file, 'utf8').then(JSON.parse, (error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

async function isCurrent(stamp) {
  const facts = (await readJson(stamp)) ?? {};
  const files = Object.keys(facts);
  const now = await Promise.all(files.map(factsOf));
  return files.length > 0 && files.every((file, index) => facts[file] === now[index]);
}

/** Resolves when the command has ended well. Its errors are kept to explain a failure, besides being shown. */
function run([program, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors = (errors + text).slice(-10_000);
      process.stderr.write(text);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          Object.assign(new Error(`${[program, ...args].join(' ')} ended with ${signal ?? `status ${code}`}`), {
            errors,
          }),
        );
    });
  });
}

async function timed(text, work) {
  const start = performance.now();
  process.stderr.write(`waypost: ${text}…\n`);
  await work();
  process.stderr.write(`waypost: ${text}: done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}

async function buildTarget(name) {
  const { text, command, also } = TARGETS[name];
  if (also === undefined) return run(command);
  const stamp = `dist/.stamps/${name}.json`;
  if (await isCurrent(stamp)) return undefined;
  return timed(text, async () => {
    await rm(stamp, { force: true });
    // A file that changes while it is built has other facts afterwards: the next build finds that.
    const before = new Map();
    const note = async (files) => {
      for (const file of files) if (!before.has(file)) before.set(file, await factsOf(file));
    };
    await note(also);
    const beganAt = Date.now();
    await run(command);
    const inputs = await readJson(`dist/.inputs/${name}.json`);
    await note(inputs);
    const changed = (await Promise.all(inputs.map((file) => stat(file)))).some(({ mtimeMs }) => mtimeMs >= beganAt);
    await mkdir('dist/.stamps', { recursive: true });
    await writeFile(stamp, JSON.stringify(changed ? {} : Object.fromEntries(before)));
  });
}

/** Installs the packages of the lock file if others are there, and builds these targets. */
export async function build(names = byDefault, { fresh = false } = {}) {
  await mkdir('dist', { recursive: true });
  await withLock('dist/.lock', async () => {
    if (fresh) await rm('dist/.stamps', { recursive: true, force: true });
    await mkdir('dist/.inputs', { recursive: true });
    if (!(await isInstalled())) {
      await timed('installing packages (one to two minutes the first time)', () =>
        run([
          'npm',
          'ci',
          '--include=dev',
          '--ignore-scripts',
          '--no-audit',
          '--no-fund',
          '--prefer-offline',
          '--loglevel=error',
        ]),
      );
    }
    // The sources of all targets have what it writes.
    if (names.length > 0) await run(['node', '.ci/build/texts.js']);
    await Promise.all(names.map(buildTarget));
  });
}

/** For commands: builds, or prints one sentence that states what to do, and resolves with whether it was built. */
export async function buildOrExplain(names, options) {
  try {
    await build(names, options);
    return true;
  } catch (error) {
    process.stderr.write(`waypost: ${explainFailure(error)}\n`);
    process.exitCode = 1;
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const words = process.argv.slice(2);
  const names = words.filter((word) => word !== '--fresh');
  const unknown = names.find((name) => !(name in TARGETS));
  if (unknown !== undefined) {
    process.stderr.write(`waypost: no target ${unknown}: name some of ${Object.keys(TARGETS).join(', ')}\n`);
    process.exitCode = 2;
  } else await buildOrExplain(names.length > 0 ? names : undefined, { fresh: words.includes('--fresh') });
}
