import { decodeText } from './decode-text.js';
import { planImport, type ImportContext, type PlannedLine } from './plan-import.js';
import { readCsv } from './read-csv.js';

export const MAX_ROWS = 100_000;
export const MAX_MEGABYTES = 32;

export type ReadImport =
  | { readonly ok: true; readonly lines: readonly PlannedLine[]; readonly ignored: readonly string[] }
  | {
      readonly ok: false;
      /** the name of a text */
      readonly code: 'tooLarge' | 'notText' | 'tooManyRows' | 'openQuote' | 'empty' | 'noIdColumn';
      readonly line: number;
    };

/** Reads a list of devices and plans its import. */
export async function readImport(file: Blob, context: ImportContext): Promise<ReadImport> {
  if (file.size > MAX_MEGABYTES * 1_000_000) return { ok: false, code: 'tooLarge', line: 0 };
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (!decoded.ok) return { ok: false, code: 'notText', line: 0 };
  // The first row has the titles.
  const table = readCsv(decoded.text, MAX_ROWS + 1);
  if (!table.ok) return table;
  const plan = planImport(table.rows, context);
  return plan.ok ? plan : { ...plan, line: 0 };
}
