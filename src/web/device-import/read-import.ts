import { decodeText } from '../../domain/lists/decode-text.js';
import { readCsv, type CsvProblem } from '../../domain/lists/read-csv.js';
import { planImport, type ImportContext, type ImportPlan, type PlannedLine } from './plan-import.js';

export const MAX_ROWS = 100_000;
export const MAX_MEGABYTES = 32;

/** Why a file is not read: the name of a text, and its values. */
type ImportProblem = {
  readonly ok: false;
  readonly code: CsvProblem['code'] | Extract<ImportPlan, { ok: false }>['code'] | 'tooLarge' | 'notText' | 'encoding';
  readonly line?: number;
  readonly column?: number;
  readonly title?: string;
  readonly name?: string;
};

export type ReadImport = { readonly ok: true; readonly lines: readonly PlannedLine[] } | ImportProblem;

/** Reads a list of devices and plans its import. */
export async function readImport(file: Blob, context: ImportContext): Promise<ReadImport> {
  if (file.size > MAX_MEGABYTES * 1_000_000) return { ok: false, code: 'tooLarge' };
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (!decoded.ok) return decoded;
  // The first row has the titles.
  const table = readCsv(decoded.text, MAX_ROWS + 1);
  return table.ok ? planImport(table.rows, context) : table;
}
