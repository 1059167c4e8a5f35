import { readFileSync } from 'node:fs';

/** The cells of the table in a section of a page, without its head. */
export function tableRows(page: string, section: string): readonly (readonly string[])[] {
  const text =
    readFileSync(page, 'utf8')
      .split(/^## /m)
      .find((one) => one.startsWith(section)) ?? '';
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
