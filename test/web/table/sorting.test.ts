import { expect } from 'chai';
import { sortingBy, sortRows } from '../../../src/web/table/sorting.js';

describe('the sorting of a table', () => {
  type Row = { readonly name: string; readonly age?: number };
  const rows: readonly Row[] = [{ name: 'bus 10', age: 1 }, { name: 'Bus 9' }, { name: 'ábaco', age: 30 }];
  const values = { name: (row: Row) => row.name, age: (row: Row) => row.age };
  const names = (by: string, descending: boolean) => sortRows(rows, values, { by, descending }).map(({ name }) => name);

  it('texts sort without regard to case and accents, and by the numbers in them', () => {
    expect(names('name', false)).to.deep.equal(['ábaco', 'Bus 9', 'bus 10']);
    expect(names('name', true)).to.deep.equal(['bus 10', 'Bus 9', 'ábaco']);
  });

  it('rows without a value come last in both directions', () => {
    expect(names('age', false)).to.deep.equal(['bus 10', 'ábaco', 'Bus 9']);
    expect(names('age', true)).to.deep.equal(['ábaco', 'bus 10', 'Bus 9']);
  });

  it('a column that does not sort leaves the rows as they are', () => {
    expect(sortRows(rows, values, { by: 'none', descending: true })).to.equal(rows);
  });

  it('a click on the sorted column turns the rows round, and on another starts with ascending', () => {
    expect(sortingBy('name', { by: 'name', descending: false })).to.deep.equal({ by: 'name', descending: true });
    expect(sortingBy('name', { by: 'name', descending: true })).to.deep.equal({ by: 'name', descending: false });
    expect(sortingBy('age', { by: 'name', descending: true })).to.deep.equal({ by: 'age', descending: false });
  });
});
