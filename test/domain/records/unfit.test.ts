import { expect } from 'chai';
import fc from 'fast-check';
import { judgeRecords, type FixContext } from '../../../src/domain/records/judge-records.js';
import { canPlaceAlert, unfitOf } from '../../../src/domain/records/unfit.js';
import type { TrackerChange } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';

const START = Date.parse('2026-11-21T08:00:00.000Z');
/** m */
const DEGREE = 111_195;

/** `s`: seconds from the start; `m`: meters to the north of the yard */
const fix = (s: number, m: number, own: Partial<Location> = {}): Location => ({
  dateTime: new Date(START + s * 1_000).toISOString(),
  latitude: 52 + m / DEGREE,
  longitude: 5,
  ...own,
});

const change = (location: Location, own: { readonly future?: true } = {}): TrackerChange => ({
  kind: 'location',
  v: { deviceId: 'bus', location, source: { protocol: 'json' }, ...own },
});

const NOTHING: FixContext = { last: undefined, doubt: undefined };
const marksOf = (records: readonly TrackerChange[]) =>
  records.map((record) => (record.kind === 'location' ? record.v.unfit : undefined));

/** The marks of fixes that arrive one by one. */
function judgeEach(locations: readonly Location[]) {
  let context = NOTHING;
  return locations.map((location) => {
    const { records, ...after } = judgeRecords([change(location)], context);
    context = after;
    return marksOf(records)[0];
  });
}

describe('a fix', () => {
  const yard = fix(0, 0);

  it('exactly 0,0 is no fix, and one of them alone may be 0', () => {
    expect(unfitOf({ ...yard, latitude: 0, longitude: 0 }, undefined)).to.equal('noFix');
    expect(unfitOf({ ...yard, latitude: -0, longitude: 0 }, undefined)).to.equal('noFix');
    for (const own of [{ latitude: 0 }, { longitude: 0 }, { latitude: 0.000_001, longitude: 0 }])
      expect(unfitOf({ ...yard, ...own }, undefined)).to.equal(undefined);
  });

  it('a fix is vague if its circle has the last place in it and it is at least half as exact', () => {
    const last = { ...yard, accuracy: 60 };
    expect(unfitOf(fix(10, 900, { accuracy: 1_000 }), last)).to.equal('vague');
    expect(unfitOf(fix(10, 90, { accuracy: 101 }), last)).to.equal(undefined);
    expect(unfitOf(fix(10, 90, { accuracy: 120 }), last)).to.equal('vague');
    // It cannot be where the last one was.
    expect(unfitOf(fix(100, 3_000, { accuracy: 1_000 }), last)).to.equal(undefined);
    expect(unfitOf(fix(10, 90, { accuracy: 100 }), yard)).to.equal(undefined);
  });

  it('a jump takes more than 100 m/s, beyond the noise and the accuracy of both', () => {
    expect(unfitOf(fix(10, 1_140), yard)).to.equal(undefined);
    expect(unfitOf(fix(10, 1_170), yard)).to.equal('jump');
    expect(unfitOf(fix(10, 1_230, { accuracy: 50 }), { ...yard, accuracy: 50 })).to.equal(undefined);
    expect(unfitOf(fix(0, 140), yard)).to.equal(undefined);
    expect(unfitOf(fix(0, 170), yard)).to.equal('jump');
  });

  it('an aircraft is believed because it reports its speed', () => {
    expect(unfitOf(fix(10, 2_500, { speed: 250 }), yard)).to.equal(undefined);
    expect(unfitOf(fix(10, 2_500, { speed: 70 }), yard)).to.equal('jump');
    expect(unfitOf(fix(10, 4_000, { speed: 250 }), yard)).to.equal('jump');
  });

  it('a step across the antimeridian, or near a pole, is as long as it is', () => {
    const east = { ...yard, latitude: 10, longitude: 179.9999 };
    expect(unfitOf({ ...fix(10, 0), latitude: 10, longitude: -179.9999 }, east)).to.equal(undefined);
    const pole = { ...yard, latitude: 89.9999, longitude: 0 };
    expect(unfitOf({ ...fix(1, 0), latitude: 89.9999, longitude: 180 }, pole)).to.equal(undefined);
  });

  it('a late fix, and one after a place that is none, is only checked for 0,0', () => {
    expect(unfitOf(fix(-10, 500_000), yard)).to.equal(undefined);
    expect(unfitOf(fix(10, 500_000), { ...yard, latitude: 0, longitude: 0 })).to.equal(undefined);
  });

  it('a jump can be the place of an alert; 0,0 and a vague fix cannot', () => {
    expect(canPlaceAlert(fix(10, 500_000), yard)).to.equal(true);
    expect(canPlaceAlert(fix(10, 500_000), null)).to.equal(true);
    expect(canPlaceAlert({ ...fix(10, 0), latitude: 0, longitude: 0 }, yard)).to.equal(false);
    expect(canPlaceAlert(fix(10, 0, { accuracy: 5_000 }), yard)).to.equal(false);
  });

  it('the cheap test never lets a jump pass, wherever on the Earth', () => {
    const place = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const step = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }));
    fc.assert(
      fc.property(place, step, ({ latitude, longitude }, [north, east]) => {
        fc.pre(latitude !== 0 || longitude !== 0);
        const there = { ...fix(0, 0), latitude: latitude + north * 0.002, longitude: longitude + east * 0.002 };
        fc.pre(Math.abs(there.latitude) <= 90 && Math.abs(there.longitude) <= 180);
        const isFar = Math.abs(north * 0.002 * DEGREE) > 152;
        if (isFar) expect(unfitOf(there, { ...yard, latitude, longitude })).to.equal('jump');
      }),
    );
  });
});

describe('the fixes of a device', () => {
  it('two that agree are believed: a ferry, a trailer, a tracker from the factory', () => {
    expect(judgeEach([fix(0, 0), fix(10, 500_000), fix(20, 500_100), fix(30, 500_200)])).to.deep.equal([
      ...[undefined, 'jump', undefined, undefined],
    ]);
  });

  it('jumps to different places, and one that goes back, are never believed', () => {
    const there = [fix(10, 500_000), fix(20, -700_000), fix(30, 300_000)];
    expect(judgeEach([fix(0, 0), ...there, fix(40, 100)])).to.deep.equal([
      undefined,
      'jump',
      'jump',
      'jump',
      undefined,
    ]);
    const twice = [fix(0, 0), fix(10, 500_000), fix(20, 100), fix(30, 500_000), fix(40, 200)];
    expect(judgeEach(twice)).to.deep.equal([undefined, 'jump', undefined, 'jump', undefined]);
  });

  it('a fix that is sent again, 0,0 and a vague one confirm no jump and settle none', () => {
    const jump = fix(10, 500_000);
    const between = [jump, { ...fix(11, 0), latitude: 0, longitude: 0 }, fix(12, 900, { accuracy: 2_000 })];
    expect(judgeEach([fix(0, 0), jump, ...between, fix(20, 500_000)])).to.deep.equal([
      ...[undefined, 'jump', 'jump', 'noFix', 'vague', undefined],
    ]);
  });

  it('a report is judged in order of time, and its records stay in their order', () => {
    const newestFirst = [fix(30, 300), fix(20, 500_000), fix(10, 100)].map((location) => change(location));
    const judged = judgeRecords(newestFirst, { last: fix(0, 0), doubt: undefined });
    expect(marksOf(judged.records)).to.deep.equal([undefined, 'jump', undefined]);
    expect(judged.last).to.deep.equal(fix(30, 300));
  });

  it('records whose fixes all count are not copied, and what else a report has is left alone', () => {
    const records: TrackerChange[] = [
      change(fix(0, 0)),
      { kind: 'alert', v: { deviceId: 'bus', alert: { dateTime: '', alerts: [] }, source: { protocol: 'json' } } },
      change(fix(10, 100)),
    ];
    expect(judgeRecords(records, NOTHING).records).to.equal(records);
  });

  it('what is dated too far ahead is only checked for 0,0, and nothing is compared with it', () => {
    const ahead = { ...fix(1e6, 500_000), latitude: 0, longitude: 0 };
    const { records, last } = judgeRecords(
      [change(fix(1e6, 500_000), { future: true }), change(ahead, { future: true }), change(fix(0, 0))],
      NOTHING,
    );
    expect(marksOf(records)).to.deep.equal([undefined, 'noFix', undefined]);
    expect(last).to.deep.equal(fix(0, 0));
  });
});
