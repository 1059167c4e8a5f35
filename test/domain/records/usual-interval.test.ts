import { expect } from 'chai';
import { nextInterval } from '../../../src/domain/records/usual-interval.js';

const HOUR_MS = 3_600_000;

/** The usual interval of a device that reports at these times, in ms. */
function usualOf(times: readonly number[]): number | undefined {
  let usual: number | undefined;
  for (const [index, at] of times.entries()) usual = nextInterval(usual, times[index - 1], at);
  return usual;
}

describe('the usual interval', () => {
  it('one report has none, and two have the time between them', () => {
    expect(usualOf([0])).to.equal(undefined);
    expect(usualOf([0, HOUR_MS])).to.equal(HOUR_MS);
  });

  it('the reports that arrive together count as one', () => {
    expect(usualOf([0, 100, 200, HOUR_MS + 200, HOUR_MS + 300])).to.equal(HOUR_MS);
  });

  it('a clock that is put back changes nothing', () => {
    expect(usualOf([0, HOUR_MS, -HOUR_MS])).to.equal(HOUR_MS);
  });

  it('one night does not make a fast tracker slow, and a first pause counts as one day at most', () => {
    expect(usualOf([0, 1_000, 2_000, 12 * HOUR_MS])).to.be.below(HOUR_MS);
    expect(usualOf([0, 1_000 * HOUR_MS])).to.equal(24 * HOUR_MS);
  });
});
