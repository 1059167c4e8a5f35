import { expect } from 'chai';
import fc from 'fast-check';
import { FUTURE_TOLERANCE_MS, isFuture } from '../../src/domain/credible.js';

const now = Date.UTC(2026, 10, 21, 8);
const ahead = (ms: number): boolean => isFuture({ dateTime: new Date(now + ms).toISOString() }, now);

describe('a fix from the future', () => {
  it('is one dated more than ten minutes ahead', () => {
    expect(FUTURE_TOLERANCE_MS).to.equal(600_000);
    expect(ahead(600_000)).to.equal(false);
    expect(ahead(600_001)).to.equal(true);
  });

  it('is never one of the past or the present', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: now }), (ms) => {
        expect(ahead(-ms)).to.equal(false);
      }),
    );
  });
});
