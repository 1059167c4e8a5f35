import { useSignal } from '@preact/signals';
import { sortRows, sortingBy, type Sorting, type SortValues } from './sorting.js';

/** The sorting of a table that its head changes. */
export type TableSorting = { readonly sorting: Sorting; readonly sortBy: (column: string) => void };

/** Sorts the rows of a table. `first`: the sorting until the user chooses another. */
export function useSorting<Row>(
  rows: readonly Row[],
  values: SortValues<Row>,
  first: Sorting,
): TableSorting & { readonly rows: readonly Row[] } {
  const sorting = useSortingState(first);
  return { ...sorting, rows: sortRows(rows, values, sorting.sorting) };
}

export function useSortingState(first: Sorting): TableSorting {
  const sorting = useSignal(first);
  return {
    sorting: sorting.value,
    sortBy(column) {
      sorting.value = sortingBy(column, sorting.peek());
    },
  };
}

/** No column: the rows stay as they are until the user chooses one. */
export const AS_LISTED: Sorting = { by: '', descending: false };
export const ascending = (by: string): Sorting => ({ by, descending: false });
export const descending = (by: string): Sorting => ({ by, descending: true });
