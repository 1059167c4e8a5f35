import { isRecord, isSameRecord, tagOf, type RecordChange } from '../../domain/records/record.js';
import type { RowTable } from './row-table.js';
import type { TimedEntry } from './segment.js';

/** Finds a record among the rows of a segment by its tag. */
export type RecordLookup = {
  readonly has: (record: RecordChange, ms: number) => boolean | Promise<boolean>;
  /** The rows of a previous run were restored. Their tags would be others in this run, so they have none. */
  readonly onRestored: () => void;
};

/** The entries of rows, in slices. */
export type ReadRows = (rows: readonly number[]) => AsyncIterable<readonly TimedEntry[]>;

export function createRecordLookup(rows: RowTable, readRows: ReadRows): RecordLookup {
  /** the first rows, as many as still have no tags: most runs never look up a record among them */
  let untagged = 0;
  let tagging: Promise<void> | undefined;

  async function tagRestored(): Promise<void> {
    let row = 0;
    for await (const slice of readRows(Array.from({ length: untagged }, (_, index) => index))) {
      for (const { ms, entry } of slice) {
        while (rows.n(row) < entry.n) row += 1;
        if (isRecord(entry)) rows.setTag(row, tagOf(entry, ms));
      }
    }
    untagged = 0;
  }

  function find(record: RecordChange, ms: number): boolean | Promise<boolean> {
    const same = rows.withTag(tagOf(record, ms)).filter((row) => rows.ms(row) === ms);
    return same.length === 0 ? false : isAmong(readRows(same.reverse()), record);
  }

  return {
    has(record, ms) {
      if (untagged === 0) return find(record, ms);
      tagging ??= tagRestored().finally(() => (tagging = undefined));
      return tagging.then(() => find(record, ms));
    },
    onRestored() {
      untagged = rows.count();
    },
  };
}

async function isAmong(slices: AsyncIterable<readonly TimedEntry[]>, record: RecordChange): Promise<boolean> {
  let isFound = false;
  for await (const slice of slices)
    isFound ||= slice.some(({ entry }) => isRecord(entry) && isSameRecord(entry, record));
  return isFound;
}
