/** A row of a CSV file. `line`: its first line in the file, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

export type CsvTable =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  /** a quote that is never closed starts on `line` */
  | { readonly ok: false; readonly code: 'tooManyRows' | 'openQuote'; readonly line: number };

const DELIMITERS = [',', ';', '\t'] as const;

/** Reads CSV (RFC 4180) with commas, semicolons or tabs, as its first line has them. Empty lines are skipped. */
export function readCsv(text: string, maxRows: number): CsvTable {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const delimiter = delimiterOf(body.slice(0, body.search(/[\r\n]|$/)));
  const rows: CsvRow[] = [];
  let line = 1;
  let at = 0;
  while (at < body.length) {
    const row = readRow(body, at, delimiter);
    if (row === undefined) return { ok: false, code: 'openQuote', line };
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: row.cells });
    if (rows.length > maxRows) return { ok: false, code: 'tooManyRows', line };
    line += row.lines;
    at = row.next;
  }
  return { ok: true, rows };
}

function delimiterOf(head: string): string {
  const count = (delimiter: string): number => head.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

type ReadRow = { readonly cells: string[]; readonly next: number; readonly lines: number };

function readRow(text: string, from: number, delimiter: string): ReadRow | undefined {
  const cells: string[] = [];
  let lines = 1;
  let at = from;
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, delimiter);
    if (cell === undefined) return undefined;
    cells.push(cell.text);
    lines += cell.text.split('\n').length - 1;
    at = cell.next;
    if (text[at] === delimiter) at++;
    else return { cells, next: text.startsWith('\r\n', at) ? at + 2 : at + 1, lines };
  }
}

type ReadCell = { readonly text: string; readonly next: number };

function readPlain(text: string, from: number, delimiter: string): ReadCell {
  let next = from;
  while (next < text.length && text[next] !== delimiter && text[next] !== '\n' && text[next] !== '\r') next++;
  return { text: text.slice(from, next), next };
}

function readQuoted(text: string, from: number): ReadCell | undefined {
  let cell = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Spaces after the quote, up to the delimiter, belong to nothing.
      let next = quote + 1;
      while (text[next] === ' ') next++;
      return { text: cell, next };
    }
    cell += '"';
    at = quote + 2;
  }
}
