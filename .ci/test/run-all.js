// Runs all suites of CI, each once, and prints what each has printed, its time, and the failures again at the end.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUITES } from '../suites.cjs';
import { checkout } from './run-tidily.js';

/** Each of them uses one core most of the time. */
const SIDE_BY_SIDE = 2;
const TOTALS = /^(\d+) passed, (\d+) failed$/gm;

/** The end of the output from the list of failures on, or its last lines. */
function failuresOf(output) {
  const at = output.search(/^ *\d+ failing$/m);
  return at < 0 ? output.split('\n').slice(-40).join('\n') : output.slice(at);
}

export async function runAll() {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-ci-'));
  const results = [];

  async function run(name, env = {}) {
    const begunAt = Date.now();
    const file = join(folder, name);
    const output = openSync(file, 'w');
    const child = spawn(process.execPath, [join(import.meta.dirname, 'suite.js'), name], {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    const status = await new Promise((resolve) => {
      child.on('error', () => resolve(1));
      child.on('close', (code) => resolve(code ?? 1));
    });
    closeSync(output);
    const text = readFileSync(file, 'utf8');
    const seconds = Math.round((Date.now() - begunAt) / 1000);
    results.push({ name, status, seconds, text });
    process.stdout.write(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n${text}`);
  }

  const names = Object.keys(SUITES).filter((name) => SUITES[name].ci !== false);
  const waiting = names.filter((name) => SUITES[name].alone !== true);
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      await run(name, { WAYPOST_SIDE_BY_SIDE: '1' });
    }
  };
  const before = new Set(checkout());
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  const made = checkout().filter((entry) => !before.has(entry));
  for (const name of names.filter((one) => SUITES[one].alone === true)) await run(name);
  rmSync(folder, { recursive: true, force: true });

  const failed = results.filter(({ status }) => status !== 0);
  for (const { name, text } of failed) process.stdout.write(`== failed: npm run suite -- ${name}\n${failuresOf(text)}`);
  if (made.length > 0) process.stdout.write(`suites left ${made.join(', ')} behind in the checkout\n`);
  process.stdout.write('\n');
  let [passed, failing] = [0, 0];
  for (const { name, status, seconds, text } of results) {
    const totals = [...text.matchAll(TOTALS)].map(([, good, bad]) => [Number(good), Number(bad)]);
    for (const [good, bad] of totals) [passed, failing] = [passed + good, failing + bad];
    const [[good, bad] = ['', '']] = totals.slice(-1);
    const counts = good === '' ? '' : `${good} passed, ${bad} failed`;
    process.stdout.write(
      `${name.padEnd(10)} ${status === 0 ? 'passed' : 'FAILED'} ${String(seconds).padStart(5)} s  ${counts}\n`,
    );
  }
  process.stdout.write(`\n${passed} passed, ${failing} failed\n`);
  return failed.length === 0 && made.length === 0 ? 0 : 1;
}
