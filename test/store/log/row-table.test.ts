import { expect } from 'chai';
import fc from 'fast-check';
import {
  createRowPool,
  createRowTable,
  NO_ROW,
  type NewRow,
  type RowPool,
  type RowTable,
} from '../../../src/store/log/row-table.js';
import { collectGarbage } from '../../support/machine/collect-garbage.js';

const tag = fc.option(fc.constantFrom(0, 1, -1, 256, 2 ** 31 - 1, -(2 ** 31)), { nil: undefined });
const newRow: fc.Arbitrary<NewRow> = fc.record({
  ms: fc.integer({ min: -1e13, max: 4e12 }),
  n: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  offset: fc.integer({ min: 0, max: 2 ** 31 }),
  length: fc.integer({ min: 1, max: 2 ** 26 }),
  stream: fc.nat(),
  previous: fc.oneof(fc.constant(NO_ROW), fc.nat(1e6)),
  tag,
});

const someRows = fc.array(newRow, { maxLength: 1_500, size: 'max' });
const ROW: NewRow = { ms: 0, n: 1, offset: 0, length: 1, stream: 0, previous: NO_ROW, tag: 0 };

describe('createRowTable', () => {
  it('a table has the rows that were added, none of an earlier one, and finds them by tag, newest first', () => {
    fc.assert(
      fc.property(someRows, someRows, (earlier, added) => {
        const pool = createRowPool();
        const before = createRowTable(pool);
        for (const row of earlier) before.add(row);
        before.release();
        expect([before.count(), before.withTag(0)]).to.deep.equal([0, []]);
        const rows = createRowTable(pool);
        expect(added.map((row) => rows.add(row))).to.deep.equal(added.map((_, row) => row));
        expect(rows.count()).to.equal(added.length);
        for (const [row, { ms, n, offset, length, stream, previous }] of added.entries()) {
          expect(rows.ms(row)).to.equal(ms);
          expect(rows.n(row)).to.equal(n);
          expect(rows.offset(row)).to.equal(offset);
          expect(rows.length(row)).to.equal(length);
          expect(rows.stream(row)).to.equal(stream);
          expect(rows.previous(row)).to.equal(previous);
        }
        for (const wanted of [0, 1, -1, 256, 257, 2 ** 31 - 1, -(2 ** 31)]) {
          const expected = added.flatMap((one, row) => (one.tag === wanted ? [row] : [])).reverse();
          expect(rows.withTag(wanted)).to.deep.equal(expected);
        }
      }),
      { numRuns: 30 },
    );
  });

  const fill = (pool: RowPool): RowTable => {
    const rows = createRowTable(pool);
    for (let n = 1; n <= 5_000; n += 1) rows.add({ ...ROW, n });
    return rows;
  };

  it('a row takes 44 bytes, and a table has room for twice its rows at most', () => {
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    const rows = fill(createRowPool());
    collectGarbage();
    expect(process.memoryUsage().arrayBuffers - before).to.be.within(8_192 * 44, 8_192 * 45);
    expect(rows.count()).to.equal(5_000);
  });

  it('a table takes the memory of one that was released, and only once', () => {
    const pool = createRowPool();
    const first = fill(pool);
    first.release();
    first.release();
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    const second = fill(pool);
    expect(process.memoryUsage().arrayBuffers).to.be.at.most(before);
    const third = fill(pool);
    expect([second.n(0), third.n(4_999), second.count()]).to.deep.equal([1, 5_000, 5_000]);
    expect(first.count()).to.equal(0);
  });
});
