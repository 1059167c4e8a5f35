/** The lines of a table for a terminal, the headings first: each column is as wide as what stands in it. */
export function tableLines(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Names are what people and machines typed: a control character in one would command the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '�');

/** One thing, a line for each fact of it; `-` where there is nothing to say. */
export function factLines(facts: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const lines = Object.entries(facts).map(
    ([name, value]) => `${name.padEnd(width)}  ${value === '' ? '-' : printable(value)}`,
  );
  return [...lines, ''].join('\n');
}
