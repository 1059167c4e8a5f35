import { readFileSync } from 'node:fs';

/** What a person, a far side or another program hands to the gateway, and what is right: a line of test/cases/ops.jsonl. */
export type OpsCase = {
  readonly id: string;
  readonly area: string;
  readonly class: string;
  readonly what: string;
  /** its form depends on the area */
  readonly input: unknown;
  readonly expected: string;
  readonly why: string;
};

const FILE = 'test/cases/ops.jsonl';

export const readOpsCases = (): readonly OpsCase[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as OpsCase);

/** @throws Error if no line has this id */
export function opsCase(id: string): OpsCase {
  const found = readOpsCases().find((line) => line.id === id);
  if (found === undefined) throw new Error(`${FILE}: no line has the id ${id}`);
  return found;
}
