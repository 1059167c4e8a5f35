import type { JSX } from 'preact';
import type { TableSorting } from './use-sorting.js';

export type Column = {
  readonly name: string;
  /** empty: a column of buttons */
  readonly label: string;
  /** the rows cannot be sorted by it */
  readonly unsorted?: true;
};

export type TableHeadProps = { readonly columns: readonly Column[]; readonly sorting: TableSorting };

/** The head of a table: a click on a column sorts the rows by it, another one turns them round. */
export const TableHead = ({ columns, sorting: { sorting, sortBy } }: TableHeadProps): JSX.Element => (
  <thead class="sortable">
    <tr>
      {columns.map(({ name, label, unsorted }) => {
        if (label === '') return <td key={name} />;
        if (unsorted === true) {
          return (
            <th key={name} scope="col">
              {label}
            </th>
          );
        }
        const isSorted = sorting.by === name;
        return (
          <th key={name} scope="col" aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}>
            <button
              type="button"
              class="sort"
              onClick={() => {
                sortBy(name);
              }}
            >
              {label}
            </button>
          </th>
        );
      })}
    </tr>
  </thead>
);
