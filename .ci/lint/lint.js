// Runs all checks of the sources, two at a time, and prints what the failed ones print. Those with a cache read again only
// what changed.
import '../node-version.js';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildOrExplain } from '../build.js';

const AT_ONCE = 2;
const bin = (name) => join('node_modules/.bin', name);

const CHECKS = {
  ESLint: [bin('eslint'), '--config', '.eslint.config.js', '--cache', '--cache-location', 'dist/.eslint', '.'],
  types: [bin('tsc'), '--noEmit', '--incremental', '--tsBuildInfoFile', 'dist/.tsbuildinfo'],
  'types of the dashboard': [bin('tsc'), '--noEmit', '--project', 'test/web'],
  'import rules': [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'src', 'test'],
  'unused code and packages': [bin('knip'), '--config', '.knip.json', '--no-progress'],
  Prettier: [bin('prettier'), '--check', '--cache', '--cache-location', 'dist/.prettier', '.'],
  'plain language': [process.execPath, '.ci/lint/plain-language.js'],
};

function run(name) {
  const [program, ...args] = CHECKS[name];
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(code === 0 ? `${name}: ${seconds} s\n` : `${name}: failed\n${output}\n`);
      resolve(code === 0);
    });
  });
}

process.chdir(join(import.meta.dirname, '../..'));
// It installs the packages.
if (await buildOrExplain([])) {
  const waiting = Object.keys(CHECKS);
  const worker = async () => {
    const results = [];
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) results.push(await run(name));
    return results;
  };
  const results = await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (!results.flat().every(Boolean)) process.exitCode = 1;
}
