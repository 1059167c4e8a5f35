// Runs tests and compares the failures that the API answered with test/support/api/recorded-failures.jsonl:
// `node .ci/test/recorded-failures.js [--write] [option of mocha…] FILE…`. The files are compiled tests below dist.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RECORD = 'test/support/api/recorded-failures.jsonl';
const [, , ...words] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'waypost-failures-'));
const mocha = ['node_modules/mocha/bin/mocha.js', ...words.filter((word) => word !== '--write')];
const { status } = spawnSync(process.execPath, mocha, {
  stdio: 'inherit',
  env: { ...process.env, WAYPOST_RECORD_FAILURES: folder },
});
const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
rmSync(folder, { recursive: true });
const now = [...new Set(lines)].sort();
if (words.includes('--write')) writeFileSync(RECORD, `${now.join('\n')}\n`);
else {
  const before = readFileSync(RECORD, 'utf8').trimEnd().split('\n');
  const shown = [
    ...before.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
  process.stdout.write(shown.map((line) => `${line}\n`).join(''));
  process.stdout.write(`${now.length} failures recorded, ${shown.length} lines differ\n`);
  if (shown.length > 0) process.exitCode = 1;
}
if (status !== 0) process.exitCode = status ?? 1;
