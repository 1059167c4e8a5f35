// Runs suites of .ci/suites.cjs: `npm run suite -- NAME [option of mocha…]`. Without a name, it lists them.
//   suite.js --packages   prints the Debian packages that the suites of CI need and this machine lacks
//   suite.js --ci         runs all suites of CI, and ends with their totals
import '../node-version.js';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildOrExplain } from '../build.js';
import { PROGRAMS, SUITES } from '../suites.cjs';
import { filesOf } from './files.js';
import { runAll } from './run-all.js';
import { runTidily } from './run-tidily.js';

/** Debian installs servers in the folders of the administrator, which a user's PATH does not name. */
const ADMINISTRATOR = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** Whether a program of `PROGRAMS` is on this machine. */
function isThere(name) {
  const { probe, file = name } = PROGRAMS[name];
  if (probe !== undefined) return spawnSync(probe[0], probe.slice(1)).status === 0;
  return [...(process.env.PATH ?? '').split(':'), ...ADMINISTRATOR].some((folder) => existsSync(join(folder, file)));
}

/** What a suite needs and this machine lacks: one sentence, or undefined. */
function problemOf(name) {
  const { needs = [], root = false } = SUITES[name];
  const missing = needs.filter((program) => !isThere(program));
  if (missing.length > 0) {
    const packages = [...new Set(missing.flatMap((program) => PROGRAMS[program].packages))];
    return `the suite ${name} needs ${missing.join(', ')}: apt-get install ${packages.join(' ')}`;
  }
  return root && process.getuid() !== 0 ? `the suite ${name} needs the rights of root: run it with sudo` : undefined;
}

/** Runs one suite; resolves with its exit status. */
async function runSuite(name, options) {
  const suite = SUITES[name];
  const problem = problemOf(name);
  if (problem !== undefined) {
    process.stderr.write(`waypost: ${problem}\n`);
    return 1;
  }
  if (suite.command !== undefined) return runTidily(name, [...suite.command, ...options], {});
  if (!(await buildOrExplain(suite.builds))) return 1;
  const files = filesOf(suite);
  if (files.length === 0) throw new Error(`the suite ${name} has no files: correct its patterns in .ci/suites.cjs`);
  const jobs = suite.jobs === undefined ? [] : ['--parallel', '--jobs', String(suite.jobs)];
  const required = suite.require === undefined ? [] : ['--require', suite.require];
  const mocha = [process.execPath, 'node_modules/mocha/bin/mocha.js', ...jobs, ...required, ...options, ...files];
  return runTidily(name, mocha, suite.env ?? {});
}

function list() {
  const width = Math.max(...Object.keys(SUITES).map((name) => name.length));
  const rows = Object.entries(SUITES).map(([name, { about, needs = [], root, ci }]) => {
    const notes = [root && 'root', ...needs.filter((program) => program !== 'bash'), ci === false && 'not in CI'];
    const shown = notes.filter(Boolean).join(', ');
    return `${name.padEnd(width)}  ${about}${shown === '' ? '' : ` (${shown})`}`;
  });
  process.stdout.write(`npm run suite -- NAME\n\n${rows.join('\n')}\n`);
}

function listPackages() {
  const needed = Object.values(SUITES)
    .filter(({ ci }) => ci !== false)
    .flatMap(({ needs = [] }) => needs);
  const missing = [...new Set(needed)].filter((program) => !isThere(program));
  const packages = new Set(missing.flatMap((program) => PROGRAMS[program].packages));
  process.stdout.write([...packages].map((name) => `${name}\n`).join(''));
}

process.chdir(join(import.meta.dirname, '../..'));
const [name, ...options] = process.argv.slice(2);
if (name === undefined) list();
else if (name === '--packages') listPackages();
else if (name === '--ci') process.exitCode = await runAll();
else if (name in SUITES) process.exitCode = await runSuite(name, options);
else {
  process.stderr.write(`waypost: no suite ${name}: name one of ${Object.keys(SUITES).join(', ')}\n`);
  process.exitCode = 2;
}
