import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of recorded streams and of values asserted by other programs. */
const FOLDER = process.env.WAYPOST_CORPUS ?? '../shared/corpus';

/** One recorded input with the values asserted by its source. */
export type Case<Expected> = {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  readonly protocol: string;
  readonly encoding: 'text' | 'hex';
  readonly input: string;
  readonly expected: Expected;
  readonly variant?: string;
  /** our own reading of the same input */
  readonly derived?: { readonly deviceId?: string };
  readonly integrity?: 'ok' | 'bad' | 'none';
  /** fields of `expected` that are not in the sentences */
  readonly suspect?: readonly string[];
  readonly quirks?: readonly string[];
  readonly facts?: { readonly validSentences: number; readonly ubxFrames?: number };
};

/** All cases of a file; throws if the file is missing. */
export const casesOf = <Expected>(file: string): Case<Expected>[] =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case<Expected>);

export const inputOf = ({ input, encoding }: Case<unknown>): Buffer =>
  Buffer.from(input, encoding === 'hex' ? 'hex' : 'latin1');

/** Counts comparisons for the last line of a suite. */
export function createTally() {
  const counts = new Map<string, number>();
  return {
    add(what: string, by = 1): void {
      counts.set(what, (counts.get(what) ?? 0) + by);
    },
    print(): void {
      console.log(`      checked: ${[...counts].map(([what, count]) => `${String(count)} ${what}`).join(', ')}`);
    },
  };
}
