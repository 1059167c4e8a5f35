import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the recorded streams and the values that others assert for them are. */
const folder = process.env.WAYPOST_CORPUS ?? '../shared/corpus';

/** One recorded input with what its source says of it. */
export type Case<Expected> = {
  readonly id: string;
  readonly source: string;
  readonly protocol: string;
  readonly encoding: 'text' | 'hex';
  readonly input: string;
  readonly expected: Expected;
  readonly variant?: string;
  readonly integrity?: 'ok' | 'bad' | 'none';
  /** fields of `expected` that a reading of the same sentences does not give */
  readonly suspect?: readonly string[];
  readonly quirks?: readonly string[];
  readonly facts?: { readonly validSentences: number; readonly ubxFrames?: number };
};

/** All cases of a file; a file that is not there fails. */
export const casesOf = <Expected>(file: string): Case<Expected>[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case<Expected>);

export const inputOf = ({ input, encoding }: Case<unknown>): Buffer =>
  Buffer.from(input, encoding === 'hex' ? 'hex' : 'latin1');

/** What was compared, for the last line of a suite. */
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
