import { expect } from 'chai';
import { stepDistance } from '../../src/domain/zones/geodesic.js';
import { createZoneIndex } from '../../src/domain/zones/zone-index.js';
import { createTripFold, type TripSpans } from '../../src/domain/trips/trip-fold.js';
import type { TripFix } from '../../src/domain/trips/trip-fix.js';
import type { Location } from '../../src/schema/records/location.js';
import { JITTER, repeatForDay, standingStreams, type StandingStream } from './standing.js';

const ALWAYS = { from: 0, to: Infinity };
const DAY = 86_400_000;
const MINUTE = 60_000;

const fixOf = ({ dateTime, latitude, longitude, speed, accuracy }: Location): TripFix => ({
  ...{ ms: Date.parse(dateTime), latitude, longitude, speed, accuracy },
});
const withoutSpeed = (fix: TripFix): TripFix => ({ ...fix, speed: undefined });

function find(fixes: readonly TripFix[]): TripSpans {
  const fold = createTripFold({ range: ALWAYS, spanMs: DAY, zones: createZoneIndex([]) });
  for (const fix of fixes) fold.add(fix);
  return fold.finish();
}

/** At most one fix in this time, as a tracker sends. */
function thin(fixes: readonly TripFix[], ms: number): TripFix[] {
  let next = -Infinity;
  return fixes.filter((fix) => {
    if (fix.ms < next) return false;
    next = fix.ms + ms;
    return true;
  });
}

/** The fix, this many times as far from the other one. */
const farther = (fix: TripFix, { latitude, longitude }: TripFix, times: number): TripFix => ({
  ...fix,
  latitude: latitude + times * (fix.latitude - latitude),
  longitude: longitude + times * (fix.longitude - longitude),
});

/** No trip, no gap, and one stop from the first fix to the last one, where the receiver is. */
function expectOneStop(fixes: readonly TripFix[], source: string): void {
  const { trips, stops, gaps } = find(fixes);
  const [first, last, stop] = [fixes[0], fixes.at(-1), stops[0]];
  expect(trips, source).to.deep.equal([]);
  expect(gaps, source).to.deep.equal([]);
  expect(stops, source).to.have.length(1);
  expect(stop, source).to.include({ from: first?.ms, to: last?.ms, isOver: false });
  if (first !== undefined && stop !== undefined) expect(stepDistance(first, stop), source).to.be.below(JITTER);
}

describe('trips of a receiver that stands for a day', () => {
  let days: (Pick<StandingStream, 'source'> & { readonly fixes: readonly TripFix[] })[] = [];

  before(() => {
    days = standingStreams().map(({ source, fixes }) => ({ source, fixes: [...repeatForDay(fixes)].map(fixOf) }));
    console.log(`      ${days.length} streams of receivers that stand, each repeated to 24 h`);
    expect(days).to.have.length.greaterThan(5);
    for (const { fixes } of days) expect((fixes.at(-1)?.ms ?? 0) - (fixes[0]?.ms ?? 0)).to.be.at.least(DAY - MINUTE);
  });

  it('a receiver that stands makes no trip and exactly one stop', () => {
    for (const { source, fixes } of days) expectOneStop(fixes, source);
  });

  it('a receiver that stands and sends no speed makes no trip and exactly one stop, whatever its interval', () => {
    for (const { source, fixes } of days)
      for (const ms of [0, 10_000, MINUTE])
        expectOneStop(thin(fixes, ms).map(withoutSpeed), `${source}, a fix in ${ms} ms`);
  });

  it('a receiver with twice the noise makes no trip and exactly one stop, with and without speed', () => {
    for (const { source, fixes } of days) {
      const noisy = fixes.map((fix) => farther(fix, fixes[0] ?? fix, 2));
      for (const sent of [noisy, noisy.map(withoutSpeed)]) {
        const { trips, stops } = find(sent);
        expect(trips, source).to.deep.equal([]);
        expect(stops, source).to.have.length(1);
      }
    }
  });
});
