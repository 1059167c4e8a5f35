import { expect } from 'chai';
import fc from 'fast-check';
import { createRowTable, NO_ROW, type NewRow } from '../../../src/store/log/row-table.js';
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

const ROW: NewRow = { ms: 0, n: 1, offset: 0, length: 1, stream: 0, previous: NO_ROW, tag: 0 };

describe('createRowTable', () => {
  it('a table has the rows that were added, and finds them by tag, newest first', () => {
    fc.assert(
      fc.property(fc.array(newRow, { maxLength: 1_500, size: 'max' }), fc.nat(3_000), (added, expected) => {
        const rows = createRowTable(expected);
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
          const found = added.flatMap((one, row) => (one.tag === wanted ? [row] : [])).reverse();
          expect(rows.withTag(wanted)).to.deep.equal(found);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('a table takes no more memory than it expects to need', () => {
    const sizeOf = (expected: number): number => {
      collectGarbage();
      const before = process.memoryUsage().arrayBuffers;
      const rows = createRowTable(expected);
      for (let n = 1; n <= 5_000; n += 1) rows.add({ ...ROW, n });
      expect(rows.count()).to.equal(5_000);
      return process.memoryUsage().arrayBuffers - before;
    };
    expect(sizeOf(5_000)).to.be.within(8_192 * 44, 8_192 * 45);
  });
});
