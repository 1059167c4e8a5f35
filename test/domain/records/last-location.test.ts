import { expect } from 'chai';
import fc from 'fast-check';
import { FUTURE_TOLERANCE_MS, isFuture, isLastLocation } from '../../../src/domain/records/last-location.js';

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

describe('the last location', () => {
  const at = (dateTime: string) => ({ dateTime, latitude: 36.72, longitude: -4.42 });
  const noon = at('2026-11-21T12:00:00.000Z');

  it('is the first credible fix', () => {
    expect(isLastLocation({ location: noon }, undefined)).to.equal(true);
    expect(isLastLocation({ location: noon }, null)).to.equal(true);
    expect(isLastLocation({ location: noon, future: true }, undefined)).to.equal(false);
  });

  it('is the newest credible fix, and of two with one time the later one', () => {
    expect(isLastLocation({ location: at('2026-11-21T12:00:00.001Z') }, noon)).to.equal(true);
    expect(isLastLocation({ location: at('2026-11-21T12:00:00.000Z') }, noon)).to.equal(true);
    expect(isLastLocation({ location: at('2026-11-21T11:59:59.999Z') }, noon)).to.equal(false);
    expect(isLastLocation({ location: at('2027-11-21T12:00:00.000Z'), future: true }, noon)).to.equal(false);
  });
});
