import { expect } from 'chai';
import { createTripFold } from '../../../src/domain/trips/trip-fold.js';
import type { TripFix } from '../../../src/domain/trips/trip-fix.js';
import { viewTrips } from '../../../src/domain/trips/view-trips.js';
import { createZoneIndex } from '../../../src/domain/zones/zone-index.js';
import { geodesicDistance, stepDistance } from '../../../src/domain/zones/geodesic.js';
import type { TripsView } from '../../../src/schema/records/trips.js';
import type { Shape } from '../../../src/schema/zones/shape.js';

const START = Date.UTC(2026, 10, 21, 8);
const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (ms: number): string => new Date(START + ms).toISOString();

type Zone = { readonly id: string; readonly shape: Shape };
type Drive = { readonly fixes: TripFix[]; ms: number; latitude: number; longitude: number };

/** A fix every 10 s, from the equator eastward: a degree of longitude is about 111.3 km. */
const STEP = 10 * SECOND;
const METER = 1 / 111_319.49;

const startDrive = (longitude = 5): Drive => ({ fixes: [], ms: START, latitude: 0, longitude });

function drive(course: Drive, ms: number, speed: number, sent: number | undefined = speed): Drive {
  for (const end = course.ms + ms; course.ms < end; course.ms += STEP) {
    course.fixes.push({
      ms: course.ms,
      latitude: course.latitude,
      longitude: course.longitude,
      speed: sent,
      accuracy: undefined,
    });
    course.longitude += (speed * STEP * METER) / SECOND;
    if (course.longitude > 180) course.longitude -= 360;
  }
  return course;
}

function pause(course: Drive, ms: number): Drive {
  course.ms += ms;
  return course;
}

type Options = {
  readonly from?: number;
  readonly to?: number;
  readonly zones?: readonly Zone[];
  readonly until?: number;
};

function tripsOf(
  fixes: readonly TripFix[],
  { from = START, to = START + 24 * HOUR, zones = [], until }: Options = {},
): TripsView {
  const range = { from, to };
  const fold = createTripFold({ range, spanMs: 48 * HOUR, zones: createZoneIndex(zones) });
  for (const fix of fixes) fold.add(fix);
  return viewTrips(fold.finish(until), range);
}

const spansOf = (spans: readonly { readonly from: string; readonly to: string }[]): [number, number][] =>
  spans.map(({ from, to }) => [(Date.parse(from) - START) / SECOND, (Date.parse(to) - START) / SECOND]);

describe('createTripFold', () => {
  it('a stop takes 3 minutes, and what is between two stops is a trip', () => {
    const course = startDrive();
    drive(drive(drive(course, 5 * MINUTE, 0), 10 * MINUTE, 10), 5 * MINUTE, 0);
    const { trips, stops, gaps } = tripsOf(course.fixes);
    expect(spansOf(stops)).to.deep.equal([
      [0, 290],
      [900, 1190],
    ]);
    expect(spansOf(trips)).to.deep.equal([[290, 900]]);
    expect(gaps).to.deep.equal([]);
    const [trip] = trips;
    expect(trip?.distance).to.be.closeTo(6000, 1);
    expect(trip).to.include({ duration: 610, maximumSpeed: 10, idleTime: 0, openStart: false, openEnd: false });
    expect(trip?.averageSpeed).to.be.closeTo(6000 / 610, 0.01);
    expect(stops[1]).to.include({ openEnd: true, zone: null });
  });

  it('a halt at traffic lights is idle time of the trip and no stop', () => {
    const course = startDrive();
    drive(course, 5 * MINUTE, 0);
    drive(drive(drive(course, 5 * MINUTE, 10), 2 * MINUTE + 50 * SECOND, 0), 5 * MINUTE, 10);
    drive(course, 5 * MINUTE, 0);
    const { trips, stops } = tripsOf(course.fixes);
    expect(trips).to.have.length(1);
    expect(stops).to.have.length(2);
    expect(trips[0]?.idleTime).to.equal(160);
  });

  it('three minutes to the millisecond are a stop', () => {
    const course = startDrive();
    drive(drive(drive(course, 5 * MINUTE, 10), 3 * MINUTE + STEP, 0), 5 * MINUTE, 10);
    expect(spansOf(tripsOf(course.fixes).stops)).to.deep.equal([[300, 480]]);
  });

  it('a creeping device that leaves 50 m within 3 minutes does not stop', () => {
    const course = drive(startDrive(), HOUR, 1);
    const { trips, stops } = tripsOf(course.fixes);
    expect(stops).to.deep.equal([]);
    expect(trips).to.have.length(1);
  });

  it('speed comes from two fixes where none is sent', () => {
    const sent = drive(drive(drive(startDrive(), 10 * MINUTE, 0), 10 * MINUTE, 12), 10 * MINUTE, 0);
    const without = sent.fixes.map((fix) => ({ ...fix, speed: undefined }));
    const { trips, stops } = tripsOf(without);
    expect(trips).to.have.length(1);
    expect(stops).to.have.length(2);
    expect(trips[0]?.maximumSpeed).to.be.closeTo(12, 0.01);
  });

  it('a gap ends a trip and is shown as a gap', () => {
    const course = startDrive();
    drive(drive(course, 5 * MINUTE, 0), 10 * MINUTE, 10);
    drive(drive(pause(course, HOUR), 10 * MINUTE, 10), 5 * MINUTE, 0);
    const { trips, gaps } = tripsOf(course.fixes);
    expect(spansOf(trips)).to.deep.equal([
      [290, 890],
      [4500, 5100],
    ]);
    expect(spansOf(gaps)).to.deep.equal([[890, 4500]]);
    expect(trips.map(({ openEnd }) => openEnd)).to.deep.equal([false, false]);
  });

  it('a device that reports every hour has no gaps, and stops where it stands', () => {
    const fixes = Array.from({ length: 20 }, (_, hour) => ({
      ...{ latitude: 52, longitude: hour < 10 ? 5 : 6, speed: 0, accuracy: undefined },
      ms: START + hour * HOUR,
    }));
    const { trips, stops, gaps } = tripsOf(fixes);
    expect(gaps).to.deep.equal([]);
    expect(stops).to.have.length(2);
    expect(trips[0]?.distance).to.be.closeTo(geodesicDistance([5, 52], [6, 52]), 0.1);
  });

  it('silence until the end of the range is an open gap', () => {
    const course = drive(startDrive(), 10 * MINUTE, 0);
    const { stops, gaps } = tripsOf(course.fixes, { until: START + 2 * HOUR });
    expect(gaps).to.deep.equal([{ from: at(590 * SECOND), to: at(2 * HOUR), openStart: false, openEnd: true }]);
    expect(stops[0]).to.include({ openEnd: false });
  });

  it('a jump of a standing receiver makes no trip', () => {
    const { fixes } = drive(startDrive(), 24 * HOUR, 0);
    const jumping = fixes.map((fix, index) =>
      index % 500 === 250 || index % 500 === 251
        ? { ...fix, longitude: fix.longitude + 120 * METER, speed: undefined }
        : fix,
    );
    const { trips, stops } = tripsOf(jumping, { to: START + 25 * HOUR });
    expect(trips).to.deep.equal([]);
    expect(stops).to.have.length(1);
  });

  it('a standing receiver that jumps every 2 minutes makes no trip, and leaves when it moves', () => {
    const { fixes } = drive(drive(startDrive(), 5 * HOUR, 0), 10 * MINUTE, 10);
    const jumping = fixes.map((fix, index) =>
      fix.ms < START + 5 * HOUR && index > 20 && index % 12 === 0
        ? { ...fix, longitude: fix.longitude + 120 * METER }
        : fix,
    );
    for (const sent of [jumping, jumping.map((fix) => ({ ...fix, speed: undefined }))]) {
      const { trips, stops } = tripsOf(sent);
      expect(stops).to.have.length(1);
      expect(trips).to.have.length(1);
      expect(Date.parse(trips[0]?.from ?? '') - START).to.be.within(5 * HOUR - MINUTE, 5 * HOUR);
      expect(trips[0]?.distance).to.be.closeTo(5_900, 300);
    }
  });

  it('single fixes of a standing receiver that look fast do not prevent a stop', () => {
    const { fixes } = drive(drive(drive(startDrive(), 5 * MINUTE, 10), 10 * MINUTE, 0), 5 * MINUTE, 10);
    const isStanding = (ms: number): boolean => ms >= 5 * MINUTE && ms < 15 * MINUTE;
    const noisy = fixes.map((fix, index) =>
      isStanding(fix.ms - START) && index % 6 === 3 ? { ...fix, speed: 2.5 } : fix,
    );
    const { trips, stops } = tripsOf(noisy);
    expect(spansOf(stops)).to.deep.equal([[300, 890]]);
    expect(trips).to.have.length(2);
  });

  it('a slow drift makes no trip', () => {
    const { fixes } = drive(startDrive(), 24 * HOUR, 0.01, 0.01);
    const { trips, stops } = tripsOf(fixes, { to: START + 25 * HOUR });
    expect(trips).to.deep.equal([]);
    expect(stops).to.have.length(1);
  });

  it('the distance is right across the antimeridian', () => {
    const course = startDrive(179.99);
    drive(drive(drive(course, 5 * MINUTE, 0), 10 * MINUTE, 10), 5 * MINUTE, 0);
    const { trips, stops } = tripsOf(course.fixes);
    expect(trips[0]?.distance).to.be.closeTo(6000, 1);
    expect(stops[1]?.longitude).to.be.closeTo(-179.956, 0.001);
  });

  it('the middle of a stop on the antimeridian lies there', () => {
    const fixes = Array.from({ length: 30 }, (_, index) => ({
      ...{ latitude: 0, longitude: index % 2 === 0 ? 179.9999 : -179.9999, speed: 0, accuracy: undefined },
      ms: START + index * STEP,
    }));
    expect(Math.abs(tripsOf(fixes).stops[0]?.longitude ?? 0)).to.be.closeTo(180, 0.0001);
  });

  it('trips and stops are cut off at the edges of the range, and two halves add up to the whole', () => {
    const course = startDrive();
    drive(drive(drive(course, 5 * MINUTE, 0), 20 * MINUTE, 10), 5 * MINUTE, 0);
    const middle = START + 12 * MINUTE + 3 * SECOND;
    const whole = tripsOf(course.fixes).trips[0];
    const [left] = tripsOf(course.fixes, { to: middle }).trips;
    const [right] = tripsOf(course.fixes, { from: middle }).trips;
    expect(left).to.include({ to: new Date(middle).toISOString(), openStart: false, openEnd: true });
    expect(right).to.include({ from: new Date(middle).toISOString(), openStart: true, openEnd: false });
    expect((left?.distance ?? 0) + (right?.distance ?? 0)).to.be.closeTo(whole?.distance ?? 0, 0.2);
    expect((left?.duration ?? 0) + (right?.duration ?? 0)).to.be.closeTo(whole?.duration ?? 0, 0.001);
  });

  it('a visit ends beyond the edge by more than 20 m, and trips have the visits during them', () => {
    const zone: Zone = { id: 'yard', shape: { type: 'circle', center: [5, 0], radius: 100 } };
    const course = startDrive();
    drive(drive(drive(course, 5 * MINUTE, 0), 10 * MINUTE, 11), 5 * MINUTE, 0);
    const { trips, stops, zoneVisits } = tripsOf(course.fixes, { zones: [zone] });
    // 110 m are within the buffer, 220 m are not.
    expect(zoneVisits).to.deep.equal([
      { zone: 'yard', from: at(0), to: at(320 * SECOND), openStart: false, openEnd: false },
    ]);
    expect(trips[0]?.start.zone).to.equal('yard');
    expect(trips[0]?.end.zone).to.equal(null);
    expect(trips[0]?.zoneVisits).to.deep.equal([
      { zone: 'yard', from: at(290 * SECOND), to: at(320 * SECOND), openStart: true, openEnd: false },
    ]);
    expect(stops.map((stop) => stop.zone)).to.deep.equal(['yard', null]);
  });

  it('the same one of two fixes at one time counts in either order', () => {
    const { fixes } = drive(drive(drive(startDrive(), 5 * MINUTE, 0), 5 * MINUTE, 10), 5 * MINUTE, 0);
    const twice = fixes.map((fix) => [fix, { ...fix, latitude: fix.latitude + 0.0001 }]);
    expect(tripsOf(twice.flat())).to.deep.equal(tripsOf(twice.flatMap((pair) => pair.toReversed())));
  });

  it('nothing makes nothing', () => {
    expect(tripsOf([])).to.deep.equal({ trips: [], stops: [], gaps: [], zoneVisits: [] });
  });
});

describe('stepDistance', () => {
  it('the distance is within 0.01 % of the geodesic for steps of up to 20 km, at every latitude and across the antimeridian', () => {
    for (let latitude = -89; latitude <= 89; latitude += 7)
      for (const longitude of [0, 179.95])
        for (const [north, east] of [
          [0.0001, 0],
          [0, 0.0001],
          [0.001, 0.002],
          [0.1, 0.1],
          [-0.05, 0.15],
        ] as const) {
          const to = longitude + east > 180 ? longitude + east - 360 : longitude + east;
          const b = { latitude: latitude + north, longitude: to };
          const exact = geodesicDistance([longitude, latitude], [b.longitude, b.latitude]);
          expect(stepDistance({ latitude, longitude }, b)).to.be.closeTo(exact, exact * 1e-4);
        }
  });
});
