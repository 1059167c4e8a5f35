/** What rows are sorted by; undefined: the row has none and comes last, in both directions. */
export type SortValue = string | number | undefined;

export type Sorting = { readonly by: string; readonly descending: boolean };

/** The value of each column that sorts, by its name. */
export type SortValues<Row> = Readonly<Record<string, (row: Row) => SortValue>>;

/** Numbers in texts sort by value. Creating a collator is slow. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Rows with equal values keep their order. A column that does not sort leaves the rows as they are. */
export function sortRows<Row>(
  rows: readonly Row[],
  values: SortValues<Row>,
  { by, descending }: Sorting,
): readonly Row[] {
  const valueOf = values[by];
  if (valueOf === undefined) return rows;
  const direction = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined);
      return direction * compareValues(a.value, b.value);
    })
    .map(({ row }) => row);
}

const compareValues = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));

/** The sorting after a click on the head of a column: the other direction if it is sorted by it already. */
export const sortingBy = (by: string, previous: Sorting): Sorting => ({
  by,
  descending: previous.by === by && !previous.descending,
});
