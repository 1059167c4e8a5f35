import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { replaceFile } from '../../disk/durable.js';
import { misfitIn } from '../../schema/stored/entry-forms.js';
import { encodeLine } from '../log/entry-codec.js';
import { readRetentionMark, writeRetentionMark } from '../log/retention-mark.js';
import { readLines } from '../log/scan.js';
import type { JsonObject, Migration, PlainChange } from './migrations/migration.js';
import { appendChecksum, verifyChecksum } from './snapshot.js';

export type Conversion = {
  readonly folder: string;
  /** the folder that gets the converted files */
  readonly target: string;
  readonly steps: readonly Migration[];
  /** the version that the steps lead to */
  readonly to: number;
  readonly replaceFile: typeof replaceFile;
};

export const rewritesLog = (steps: readonly Migration[]): boolean => steps.some(({ entry }) => entry !== undefined);

/**
 * Writes the converted state, and the converted log if a step changes entries. Damaged files and lines are copied byte
 * by byte. Indexes are left out: opening a segment rebuilds them.
 */
export async function convertStore({ folder, target, steps, to, replaceFile }: Conversion): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => /^state(?:\.1)?\.json$/.test(one))) {
    const text = await readFile(join(folder, name), 'utf8');
    await replaceFile(join(target, name), [Buffer.from(convertState(text, steps, to))]);
  }
  if (!rewritesLog(steps)) return;
  for (const name of (await readdir(join(folder, 'log'))).filter((one) => one.endsWith('.jsonl'))) {
    const bytes = await readFile(join(folder, 'log', name));
    await replaceFile(join(target, 'log', name), convertLines(bytes, steps));
  }
  const keptFrom = await readRetentionMark(join(folder, 'log'));
  if (keptFrom !== undefined) await writeRetentionMark(join(target, 'log'), keptFrom);
}

function convertState(text: string, steps: readonly Migration[], to: number): string {
  let body: string;
  try {
    body = verifyChecksum(text);
  } catch {
    return text;
  }
  const stored = JSON.parse(body) as JsonObject;
  const state = steps.reduce((one, step) => step.state(one), stored);
  return appendChecksum(JSON.stringify({ ...state, version: to }));
}

function* convertLines(bytes: Buffer, steps: readonly Migration[]): Generator<Buffer> {
  for (const { entry, offset, length } of readLines(bytes)) {
    if (entry === undefined || misfitIn(entry) !== undefined) yield bytes.subarray(offset, offset + length);
    else {
      const { kind, v } = steps.reduce<PlainChange>((one, step) => step.entry?.(one) ?? one, entry);
      const { by, was } = entry;
      yield encodeLine(entry, { kind, v, ...(by && { by, ...(was && { was }) }) });
    }
  }
}
