import { expect } from 'chai';
import fc from 'fast-check';
import { createIsoFormatter } from '../../src/protocols/utc.js';

describe('createIsoFormatter', () => {
  it('a fraction of a millisecond is cut off', () => {
    expect(createIsoFormatter()(1_795_248_001_000.999)).to.equal('2026-11-21T08:00:01.000Z');
  });

  it('the text equals Date.toISOString for any sequence of instants', () => {
    const format = createIsoFormatter();
    const instant = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
    fc.assert(
      fc.property(instant, fc.integer({ min: -90_000_000, max: 90_000_000 }), (from, step) => {
        expect(format(from)).to.equal(new Date(from).toISOString());
        const other = from - Math.abs(step);
        expect(format(other)).to.equal(new Date(other).toISOString());
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});
