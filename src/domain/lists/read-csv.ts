/** A row of a CSV file. `line`: its first line in the file, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/**
 * Why a file is not read. `openQuote`: a quote that is never closed starts on `line`. `afterQuote`: text between a closing
 * quote and the separator. `damaged`: a character that another program could not read. `untitled`: a cell that is in a
 * column without a title.
 */
export type CsvProblem = {
  readonly ok: false;
  readonly code: 'tooManyRows' | 'openQuote' | 'afterQuote' | 'damaged' | 'untitled';
  readonly line: number;
  /** from 1; 0: the whole line */
  readonly column: number;
};

export type CsvTable = { readonly ok: true; readonly rows: readonly CsvRow[] } | CsvProblem;

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** The first line with which a file states its separator. */
const SEPARATOR_LINE = /^"?sep=([^\w"\r\n])"?(?:\r\n|\r|\n|$)/i;

/**
 * Reads CSV (RFC 4180) with commas, semicolons, tabs or bars, as its first row has them or a line `sep=` has it. Empty rows
 * are skipped.
 */
export function readCsv(text: string, maxRows: number): CsvTable {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const [separatorLine = '', stated] = SEPARATOR_LINE.exec(body) ?? [];
  const separator = stated ?? separatorOf(body);
  const rows: CsvRow[] = [];
  let line = separatorLine === '' ? 1 : 2;
  let at = separatorLine.length;
  while (at < body.length) {
    const row = readRow(body, at, separator);
    if ('code' in row) return { ok: false, code: row.code, line, column: row.column };
    if (!row.cells.every(isBlank)) {
      const problem = problemOf(row.cells, rows[0]?.cells);
      if (problem !== undefined) return { ok: false, ...problem, line };
      rows.push({ line, cells: row.cells });
    }
    if (rows.length > maxRows) return { ok: false, code: 'tooManyRows', line, column: 0 };
    line += row.lines;
    at = row.next;
  }
  return { ok: true, rows };
}

const isBlank = (cell: string): boolean => cell.trim() === '';

function problemOf(
  cells: readonly string[],
  titles: readonly string[] = cells,
): Pick<CsvProblem, 'code' | 'column'> | undefined {
  const damaged = cells.findIndex((cell) => cell.includes('\uFFFD') || cell.includes('\0'));
  if (damaged >= 0) return { code: 'damaged', column: damaged + 1 };
  const untitled = cells.findIndex((cell, index) => !isBlank(cell) && isBlank(titles[index] ?? ''));
  return untitled < 0 ? undefined : { code: 'untitled', column: untitled + 1 };
}

/** The separator that makes the most cells of the first row that is not empty. */
function separatorOf(body: string): string {
  const start = Math.max(0, body.search(/[^\s,;|"]/));
  const from = Math.max(body.lastIndexOf('\n', start), body.lastIndexOf('\r', start)) + 1;
  const count = (separator: string): number => {
    const row = readRow(body, from, separator);
    return 'code' in row ? 0 : row.cells.length;
  };
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

type ReadRow = { readonly cells: string[]; readonly next: number; readonly lines: number };
type RowProblem = Pick<CsvProblem, 'column'> & { readonly code: 'openQuote' | 'afterQuote' };

function readRow(text: string, from: number, separator: string): ReadRow | RowProblem {
  const cells: string[] = [];
  let lines = 1;
  let at = from;
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at, separator) : readPlain(text, at, separator);
    if (typeof cell === 'string') return { code: cell, column: cells.length + 1 };
    cells.push(cell.text);
    lines += cell.text.split(/\r\n|\r|\n/).length - 1;
    at = cell.next;
    if (text[at] === separator) at++;
    else return { cells, next: text.startsWith('\r\n', at) ? at + 2 : at + 1, lines };
  }
}

type ReadCell = { readonly text: string; readonly next: number };

const isEnd = (char: string | undefined, separator: string): boolean =>
  char === undefined || char === separator || char === '\n' || char === '\r';

function readPlain(text: string, from: number, separator: string): ReadCell {
  let next = from;
  while (!isEnd(text[next], separator)) next++;
  return { text: text.slice(from, next), next };
}

function readQuoted(text: string, from: number, separator: string): ReadCell | RowProblem['code'] {
  const parts: string[] = [];
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return 'openQuote';
    parts.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') {
      // Spaces after the quote, up to the separator, belong to nothing.
      let next = quote + 1;
      while (text[next] === ' ') next++;
      return isEnd(text[next], separator) ? { text: parts.join(''), next } : 'afterQuote';
    }
    parts.push('"');
    at = quote + 2;
  }
}
