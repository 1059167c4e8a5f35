// Runs a suite so that nothing is left behind. Everything that it starts or makes carries the name of a folder of its own:
// files by TMPDIR, processes by their PATH, arguments or working folder, mounts by their place. What remains at the end is
// removed, and fails the suite unless it was interrupted.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PREFIX = 'waypost-suite-';
/** A killed process needs a moment to end, more on a busy machine. */
const ENDS_WITHIN_MS = 20_000;
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

const readOr = (read, otherwise) => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

/** Processes whose environment, arguments or working folder name the folder: number and arguments of each. */
function processesOf(folder) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .flatMap((pid) => {
      const [environment, words] = ['environ', 'cmdline'].map((file) =>
        readOr(() => readFileSync(`/proc/${pid}/${file}`, 'latin1'), ''),
      );
      const cwd = readOr(() => readlinkSync(`/proc/${pid}/cwd`), '');
      const isOwn = [environment, words, cwd].some((text) => text.includes(folder));
      return isOwn ? [{ pid: Number(pid), words: words.split('\0').join(' ').trim() }] : [];
    });
}

const mountsOf = (folder) =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(folder))
    .reverse();

/** Ends, unmounts and deletes what is left; resolves with a line for each. */
async function sweep(folder) {
  const found = [];
  // Those that are ending anyway are not left behind.
  const deadline = Date.now() + ENDS_WITHIN_MS;
  while (processesOf(folder).length > 0 && Date.now() < deadline) await delay(100);
  for (const { pid, words } of processesOf(folder)) {
    found.push(`process ${pid}: ${words.slice(0, 200)}`);
    readOr(() => process.kill(pid, 'SIGKILL'));
  }
  for (const place of mountsOf(folder)) {
    found.push(`mount ${place}`);
    readOr(() => execFileSync('umount', ['--lazy', place]));
  }
  found.push(...readOr(() => readdirSync(folder), []).map((name) => `file ${join(folder, name)}`));
  rmSync(folder, { recursive: true, force: true });
  return found;
}

/** Suites that were killed could not sweep. */
async function sweepKilled() {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^waypost-suite-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || readOr(() => process.kill(Number(pid), 0), false)) continue;
    const folder = join(tmpdir(), name);
    for (const one of processesOf(folder)) readOr(() => process.kill(one.pid, 'SIGKILL'));
    readOr(() => rmSync(folder, { recursive: true, force: true }));
  }
}

/** Entries of the checkout that suites may make. */
export const checkout = () => [...readdirSync('.'), ...readdirSync('data').map((entry) => `data/${entry}`)];

/** Runs `command` with `env` as defaults of its environment; resolves with the exit status of the suite. */
export async function runTidily(name, command, env) {
  await sweepKilled();
  const folder = join(tmpdir(), `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // Tests act as other users, too.
  chmodSync(folder, 0o1777);
  const before = new Set(checkout());
  const [program, ...args] = command;
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, ...process.env, TMPDIR: folder, PATH: `${process.env.PATH}:${folder}/bin` },
  });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  let interrupted;
  for (const signal of Object.keys(INTERRUPTED)) {
    process.on(signal, () => {
      // A second one does not wait for the hooks of the tests.
      child.kill(interrupted === undefined ? signal : 'SIGKILL');
      interrupted = signal;
    });
  }
  const status = await ended;
  if (interrupted !== undefined) for (const { pid } of processesOf(folder)) readOr(() => process.kill(pid, 'SIGKILL'));
  const left = await sweep(folder);
  // Next to another suite, what is new in the checkout may be that one's: `runAll` looks after both have ended.
  const made = process.env.WAYPOST_SIDE_BY_SIDE === undefined ? checkout().filter((entry) => !before.has(entry)) : [];
  left.push(...made.map((entry) => `file ${entry} in the checkout`));
  if (interrupted !== undefined) return INTERRUPTED[interrupted];
  if (left.length > 0) {
    process.stderr.write(`waypost: the suite ${name} left behind:\n${left.map((line) => `  ${line}\n`).join('')}`);
    return 1;
  }
  return typeof status === 'number' ? status : 1;
}
