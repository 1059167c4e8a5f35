import { readFileSync } from 'node:fs';

const text = readFileSync('src/protocols/wpt/wpt-1.md', 'utf8');

/** Lines alone, without their ends. */
export const vectors = [...text.matchAll(/^\$PWPT,[A-Z]{3},.*$/gm)].map(([line]) => line);

/** What is said in turn: `>` the tracker, `<` the gateway. */
export type Spoken = { readonly from: string; readonly line: string };
export const talks: readonly (readonly Spoken[])[] = [...text.matchAll(/^```\n((?:[<>] .*\n)+)```$/gm)].map(
  ([, talk = '']) =>
    talk
      .trim()
      .split('\n')
      .map((line) => ({ from: line.slice(0, 1), line: line.slice(2) })),
);
