import { readFileSync } from 'node:fs';

const text = readFileSync('src/protocols/wpt/wpt-1.md', 'utf8');

/** Lines alone, without their ends. */
export const vectors = [...text.matchAll(/^\$PWPT,[A-Z]{3},.*$/gm)].map(([line]) => line);

/** An exchange: `>` marks lines of the tracker, `<` lines of the gateway. */
export type ExchangedLine = { readonly from: string; readonly line: string };
export const exchanges: readonly (readonly ExchangedLine[])[] = [...text.matchAll(/^```\n((?:[<>] .*\n)+)```$/gm)].map(
  ([, talk = '']) =>
    talk
      .trim()
      .split('\n')
      .map((line) => ({ from: line.slice(0, 1), line: line.slice(2) })),
);
