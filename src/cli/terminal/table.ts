import { printable } from '../../schema/printable-text.js';
import { paintHeading, paintWord } from './color.js';

/** Columns that are not shortened below this. */
const MIN_COLUMN = 8;
const GAP = 2;

export type TableOptions = {
  /** headings of the columns that are shortened first to fit the terminal: names and other texts */
  readonly cut?: readonly string[];
  /** characters of a line; default: those of the terminal, or any number for a pipe or file */
  readonly width?: number;
};

/**
 * The lines of a table, headings first. Each column is as wide as its longest cell, or shortened if the terminal is too
 * narrow: first those of `cut`, then the others except the first one. On a terminal, states have colors.
 */
export function tableLines(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { cut = [], width = terminalWidth() }: TableOptions = {},
): string[] {
  const all = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const columns = headings.map((_, column) => column);
  fit(
    widths,
    columns.filter((column) => cut.includes(headings[column] ?? '')),
    width,
  );
  fit(widths, columns.slice(1), width);
  const line = (row: readonly string[], paint: (cell: string, column: number) => string): string => {
    const cells = row.map((cell, column) => shorten(cell, widths[column] ?? 0));
    const last = cells.findLastIndex((cell) => cell !== '');
    return cells
      .slice(0, last + 1)
      .map((cell, column) => paint(cell, column) + (column === last ? '' : ' '.repeat(rest(cell, widths[column]))))
      .join(' '.repeat(GAP));
  };
  return all.map((row, index) =>
    line(row, (cell, column) =>
      index === 0 ? paintHeading(cell) : headings[column] === 'STATE' ? paintWord(cell) : cell,
    ),
  );
}

const rest = (cell: string, width = 0): number => Math.max(0, width - cell.length);

/** Undefined for a pipe or file, and for a terminal that does not report its width. */
function terminalWidth({ isTTY, columns }: { isTTY?: boolean; columns?: number } = process.stdout): number {
  return isTTY === true && columns !== undefined && columns > 0 ? columns : Infinity;
}

/** Narrows the widest of `columns` until the line fits, or none of them can be narrowed. */
function fit(widths: number[], columns: readonly number[], limit: number): void {
  let excess = widths.reduce((sum, width) => sum + width + GAP, -GAP) - limit;
  while (excess > 0) {
    const [widest, next] = [...columns].sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
    if (widest === undefined || (widths[widest] ?? 0) <= MIN_COLUMN) return;
    const width = widths[widest] ?? 0;
    const target = Math.max(MIN_COLUMN, next === undefined ? 0 : (widths[next] ?? 0), width - excess);
    const narrowed = Math.min(target, width - 1);
    widths[widest] = narrowed;
    excess -= width - narrowed;
  }
}

/** At most `max` characters; the cut is shown. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

export type NotedRow = { readonly cells: readonly string[]; readonly notes: readonly string[] };

/** A table with notes on extra lines below their row. */
export function notedTable(headings: readonly string[], rows: readonly NotedRow[], options?: TableOptions): string {
  const [heading = '', ...lines] = tableLines(
    headings,
    rows.map(({ cells }) => cells),
    options,
  );
  const noted = rows.flatMap(({ notes }, n) => [lines[n] ?? '', ...notes.map((note) => `  → ${printable(note)}`)]);
  return [heading, ...noted, ''].join('\n');
}

/** One `name  value` line per fact; `-` for an empty value. */
export function factLines(facts: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const lines = Object.entries(facts).map(([name, value]) => {
    const text = value === '' ? '-' : printable(value);
    return `${name.padEnd(width)}  ${name === 'State' ? paintWord(text) : text}`;
  });
  return [...lines, ''].join('\n');
}
