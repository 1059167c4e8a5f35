import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../../../src/schema/entry.js';

/** The entries of a store in the order of their numbers, read from the lines of its log. */
export function readLog(folder: string): Entry[] {
  const log = join(folder, 'log');
  return readdirSync(log)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(log, name), 'utf8').trimEnd().split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
    .sort((a, b) => a.n - b.n);
}
