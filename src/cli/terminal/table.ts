/** The lines of a table, headings first. Each column is as wide as its longest cell. */
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

/** Replaces control characters, because a name from a user or a tracker could contain terminal commands. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '�');

/** One `name  value` line per fact; `-` for an empty value. */
export function factLines(facts: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const lines = Object.entries(facts).map(
    ([name, value]) => `${name.padEnd(width)}  ${value === '' ? '-' : printable(value)}`,
  );
  return [...lines, ''].join('\n');
}
