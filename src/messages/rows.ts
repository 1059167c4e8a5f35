/** A row of the catalog. `sentence`: English, in the syntax of ICU MessageFormat; `code`: of a row that is an error. */
export type Row = { readonly id: string; readonly sentence: string; readonly code?: string };

/** The rows of all modules of messages that are loaded, by id. */
const rows = new Map<string, Row>();

/** A module that is loaded once more defines the same row. */
export function addRow(row: Row): void {
  const known = rows.get(row.id);
  if (known !== undefined && (known.sentence !== row.sentence || known.code !== row.code))
    throw new Error(`the message ${row.id} is defined twice: rename one of them`);
  rows.set(row.id, row);
}

export const rowOf = (id: string): Row | undefined => rows.get(id);

/** The rows of all loaded modules; with `catalog.ts` loaded, those of all. */
export const allRows = (): readonly Row[] => [...rows.values()];
