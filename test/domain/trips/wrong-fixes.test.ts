import { expect } from 'chai';
import { createTripFold } from '../../../src/domain/trips/trip-fold.js';
import type { TripFix } from '../../../src/domain/trips/trip-fix.js';
import { viewTrips } from '../../../src/domain/trips/view-trips.js';
import { createZoneIndex } from '../../../src/domain/zones/zone-index.js';
import { zoneOf } from '../../support/store/zones.js';

const START = Date.UTC(2026, 10, 21, 8);
const SECOND = 1_000;
const METER = 1 / 111_195;
const RANGE = { from: START, to: START + 86_400_000 };

/** `s`: seconds from the start; `m`: meters to the north */
const fix = (s: number, m: number, own: Partial<TripFix> = {}): TripFix => ({
  ...{ ms: START + s * SECOND, latitude: 52 + m * METER, longitude: 5, speed: undefined, accuracy: undefined },
  ...own,
});

/** A fix every 10 s: ten minutes of standing, ten of driving at 20 m/s, ten of standing. */
const DRIVE = Array.from({ length: 181 }, (_, index) =>
  fix(index * 10, 200 * Math.min(60, Math.max(0, index - 60)), { speed: index > 60 && index < 120 ? 20 : 0 }),
);

function tripsOf(fixes: readonly TripFix[]) {
  const zones = createZoneIndex([zoneOf('far', { shape: { type: 'circle', center: [5, 56.5], radius: 5_000 } })]);
  const fold = createTripFold({ range: RANGE, spanMs: 2 * 86_400_000, zones });
  for (const one of [...fixes].sort((a, b) => a.ms - b.ms)) fold.add(one);
  return viewTrips(fold.finish(), RANGE);
}

describe('trips with wrong fixes', () => {
  const clean = tripsOf(DRIVE);
  const WRONG = {
    '0,0': { latitude: 0, longitude: 0 },
    'a jump to the zone of another town': { latitude: 56.5 },
    'a jump to longitude 0': { longitude: 0 },
    'the place of a cell': { accuracy: 2_500, latitude: 52 + 2_000 * METER },
  };

  it('the drive is one trip between two stops', () => {
    expect(clean.trips).to.have.lengthOf(1);
    expect(clean.stops).to.have.lengthOf(2);
  });

  for (const [name, place] of Object.entries(WRONG))
    it(`${name} changes nothing, before, during and after the drive`, () => {
      for (const s of [5, 300, 605, 900, 1_195, 1_500]) {
        const near = DRIVE[Math.floor(s / 10)] ?? fix(s, 0);
        const moved = 'accuracy' in place ? { ...place, latitude: near.latitude + 1_500 * METER } : place;
        const wrong = { ...near, ms: START + s * SECOND + 3, speed: 0, ...moved };
        expect(tripsOf([...DRIVE, wrong]), `${name} at ${s} s`).to.deep.equal(clean);
      }
    });

  it('a jump that the next fix agrees with ends the trip, and its step has no distance', () => {
    // The ferry: the same drive goes on 500 km to the north.
    const after = DRIVE.map((one) => ({
      ...one,
      ms: one.ms + 2_000 * SECOND,
      latitude: one.latitude + 500_000 * METER,
    }));
    const { trips, stops, gaps } = tripsOf([...DRIVE, ...after]);
    expect(trips).to.have.lengthOf(2);
    for (const { distance } of trips) expect(distance).to.be.within(11_500, 12_100);
    expect(stops).to.have.lengthOf(4);
    expect(gaps).to.deep.equal([]);
  });

  it('a jump in the middle of a drive ends that trip with the last fix before it', () => {
    const half = DRIVE.slice(0, 90);
    const rest = DRIVE.slice(90).map((one) => ({ ...one, latitude: one.latitude + 500_000 * METER }));
    const { trips } = tripsOf([...half, ...rest]);
    expect(trips).to.have.lengthOf(2);
    expect(trips[0]?.to).to.equal(new Date(START + 890 * SECOND).toISOString());
    expect(trips[1]?.from).to.equal(new Date(START + 900 * SECOND).toISOString());
    expect(trips[1]?.openStart).to.equal(false);
  });

  it('a fix that is not exact enough begins no visit, and ends none', () => {
    const zones = createZoneIndex([zoneOf('yard', { shape: { type: 'circle', center: [5, 52], radius: 120 } })]);
    const visits = (fixes: readonly TripFix[]) => {
      const fold = createTripFold({ range: RANGE, spanMs: 2 * 86_400_000, zones });
      for (const one of fixes) fold.add(one);
      return viewTrips(fold.finish(), RANGE).zoneVisits.map(({ from, to }) =>
        [from, to].map((at) => Date.parse(at) - START),
      );
    };
    expect(visits([fix(0, 2_000), fix(600, 50, { accuracy: 121 })])).to.deep.equal([]);
    expect(visits([fix(0, 2_000), fix(600, 50, { accuracy: 120 })])).to.deep.equal([[600_000, 600_000]]);
    const stays = [fix(0, 50, { accuracy: 5 }), fix(60, 60, { accuracy: 90 }), fix(120, 700, { accuracy: 5 })];
    expect(visits(stays)).to.deep.equal([[0, 120_000]]);
  });
});
