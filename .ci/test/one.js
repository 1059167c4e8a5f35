// Runs test files alone, in one process: `npm run test:one -- [option…] test/FILE.test.ts…`. Options are those of mocha and
// of Node, such as `--grep TEXT` or `--inspect-brk`. A file that starts the gateway gets it built.
import '../node-version.js';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildOrExplain } from '../build.js';
import { SUITES } from '../suites.cjs';
import { filesOf } from './files.js';

const IS_TEST = /\.test\.tsx?$/;
const from = process.env.INIT_CWD ?? process.cwd();
process.chdir(join(import.meta.dirname, '../..'));

const words = process.argv.slice(2);
const isFile = (word) => IS_TEST.test(word);
const files = words.filter(isFile).map((word) => relative('', resolve(from, word)));
const missing = files.find((file) => !existsSync(file));
if (files.length === 0 || missing !== undefined) {
  process.stderr.write(
    missing === undefined
      ? 'waypost: name a test file: npm run test:one -- test/mutex.test.ts\n'
      : `waypost: ${missing} does not exist: name a file of test/ that ends in .test.ts\n`,
  );
  process.exitCode = 2;
} else {
  const compiled = files.map((file) => join('dist', file.replace(/\.tsx?$/, '.js')));
  const units = new Set(filesOf(SUITES.unit));
  const isUnit = compiled.every((file) => units.has(file));
  if (await buildOrExplain(isUnit ? ['tests'] : ['gateway', 'dashboard', 'tests'])) {
    // mocha starts Node again with the options that are Node's.
    const options = words.filter((word) => !isFile(word));
    const child = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js', ...options, ...compiled], {
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('close', (code) => (process.exitCode = code ?? 1));
  }
}
