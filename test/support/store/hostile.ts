import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../../../src/schema/entry.js';
import { decodeLine, encodeLine } from '../../../src/store/log/entry-codec.js';

/** Values that no field expects, and some that only look right. */
const HOSTILE_VALUES: readonly unknown[] = [
  ...[null, true, -1, 1e308, 9_007_199_254_740_991, '', '../../../keys.json', '__proto__', '<script>', '9999-99-99'],
  ...[[], [[]], [null], {}, { toString: 1 }, JSON.parse('{"__proto__":{"admin":true}}') as unknown],
];

/** The value with each of its fields, at any depth, replaced by each of the hostile values or left out. */
export function* hostileForms(value: unknown, depth = 5): Generator {
  yield* HOSTILE_VALUES;
  if (typeof value !== 'object' || value === null || depth === 0) return;
  for (const [name, field] of Object.entries(value)) {
    for (const form of hostileForms(field, depth - 1)) yield withField(value, name, form);
    yield withField(value, name, undefined);
  }
}

const withField = (value: object, name: string, field: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown, at) => (String(at) === name ? field : item))
    : { ...value, [name]: field };

/** Entries of the kinds of these changes that no gateway writes. */
export const hostileChanges = (changes: readonly Change[]): readonly { kind: string; v: unknown }[] =>
  changes.flatMap(({ kind, v }) => Array.from(hostileForms(v), (form) => ({ kind, v: form ?? null })));

/** Appends entries to the log of a store that is closed, with the right CRC, as in a backup that was changed. */
export function appendLines(folder: string, changes: readonly { readonly kind: string; readonly v: unknown }[]): void {
  const log = join(folder, 'log');
  const name = readdirSync(log).findLast((one) => /^\d+\.jsonl$/.test(one)) ?? '000000000001.jsonl';
  const before = readFileSync(join(log, name));
  const last = decodeLine(before.subarray(before.lastIndexOf(10, before.length - 2) + 1, before.length - 1));
  const { n = 0, at = '2026-11-21T08:00:00.000Z' } = last ?? {};
  const lines = changes.map((change, index) => encodeLine({ n: n + 1 + index, at, boot: 'hostile', up: 1 }, change));
  writeFileSync(join(log, name), Buffer.concat([before, ...lines]));
  for (const rows of readdirSync(log).filter((one) => one.endsWith('.rows.json'))) rmSync(join(log, rows));
}
