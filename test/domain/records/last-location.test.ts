import { expect } from 'chai';
import fc from 'fast-check';
import { FUTURE_TOLERANCE_MS, isFuture, isLastLocation } from '../../../src/domain/records/last-location.js';

const now = Date.UTC(2026, 10, 21, 8);
const ahead = (ms: number): boolean => isFuture({ dateTime: new Date(now + ms).toISOString() }, now);

describe('isFuture', () => {
  it('a fix dated more than ten minutes ahead is from the future', () => {
    expect(FUTURE_TOLERANCE_MS).to.equal(600_000);
    expect(ahead(600_000)).to.equal(false);
    expect(ahead(600_001)).to.equal(true);
  });

  it('a fix of the past or the present is never from the future', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: now }), (ms) => {
        expect(ahead(-ms)).to.equal(false);
      }),
    );
  });
});

describe('isLastLocation', () => {
  const at = (dateTime: string) => ({ dateTime, latitude: 36.72, longitude: -4.42 });
  const noon = at('2026-11-21T12:00:00.000Z');

  it('the first credible fix is the last location', () => {
    expect(isLastLocation({ location: noon }, undefined)).to.equal(true);
    expect(isLastLocation({ location: noon }, null)).to.equal(true);
    expect(isLastLocation({ location: noon, future: true }, undefined)).to.equal(false);
  });

  it('the newest credible fix is the last location, and of two with the same time the later to arrive', () => {
    expect(isLastLocation({ location: at('2026-11-21T12:00:00.001Z') }, noon)).to.equal(true);
    expect(isLastLocation({ location: at('2026-11-21T12:00:00.000Z') }, noon)).to.equal(true);
    expect(isLastLocation({ location: at('2026-11-21T11:59:59.999Z') }, noon)).to.equal(false);
    expect(isLastLocation({ location: at('2027-11-21T12:00:00.000Z'), future: true }, noon)).to.equal(false);
  });
});
