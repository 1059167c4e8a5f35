import { expect } from 'chai';
import fc from 'fast-check';
import { createTrack, gapAt, indexAt, momentAt, pointsBetween } from '../../../src/web/map/track.js';
import { fix, NOW } from '../support.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const at = (second: number): number => NOW + second * 1000;
const range = { from: at(-2 * HOUR), to: at(12 * HOUR) };

/** A drive of two minutes, ten hours of silence, and a minute elsewhere. */
const drive = createTrack(
  [
    fix(0, { latitude: 41, longitude: 2 }),
    fix(MINUTE, { latitude: 41, longitude: 2.01, speed: 14 }),
    fix(2 * MINUTE, { latitude: 41.01, longitude: 2.01 }),
    fix(10 * HOUR, { latitude: 42, longitude: 3 }),
    fix(10 * HOUR + MINUTE, { latitude: 42, longitude: 3 }),
  ],
  range,
);

describe('indexAt', () => {
  it('the index is that of the last time that is not later', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: -1, max: 51 }), (list, time) => {
        const times = [...list].sort((a, b) => a - b);
        expect(indexAt(times, time)).to.equal(times.findLastIndex((one) => one <= time));
      }),
    );
  });
});

describe('the position at a moment', () => {
  it('the position is on the line between two locations, in its direction, with the values of the first one', () => {
    const moment = momentAt(drive, at(90));
    expect(moment?.latitude).to.be.closeTo(41.005, 1e-9);
    expect(moment?.longitude).to.be.closeTo(2.01, 1e-9);
    expect(moment?.course).to.be.closeTo(0, 1e-9);
    expect(moment?.location?.speed).to.equal(14);
    expect(momentAt(drive, at(30))?.course).to.be.closeTo(90, 1e-9);
  });

  it('the position stays at the last location in a gap, with the times of the gap', () => {
    const moment = momentAt(drive, at(5 * HOUR));
    expect(moment).to.deep.include({ latitude: 41.01, longitude: 2.01, course: undefined });
    expect(moment?.gap).to.deep.equal({ from: at(2 * MINUTE), to: at(10 * HOUR) });
  });

  it('a moment is not in a gap at the locations around it', () => {
    expect(gapAt(drive, at(2 * MINUTE))).to.equal(undefined);
    expect(gapAt(drive, at(10 * HOUR))).to.equal(undefined);
    expect(momentAt(drive, at(10 * HOUR))).to.deep.include({ latitude: 42, gap: undefined });
  });

  it('a gap lasts from the edge of the range to the first location, and from the last one to the other edge', () => {
    const before = { from: range.from, to: at(0) };
    const after = { from: at(10 * HOUR + MINUTE), to: range.to };
    for (const moment of [range.from, at(-1)]) expect(gapAt(drive, moment)).to.deep.equal(before);
    for (const moment of [at(11 * HOUR), range.to]) expect(gapAt(drive, moment)).to.deep.equal(after);
    expect(momentAt(drive, range.from)).to.deep.include({ latitude: 41, longitude: 2, location: undefined });
    const short = createTrack([fix(0), fix(60)], { from: at(-5 * MINUTE), to: at(6 * MINUTE) });
    expect(short.gaps).to.deep.equal([]);
    expect(momentAt(short, at(5 * MINUTE))?.gap).to.equal(undefined);
  });

  it('the position has no course while the device stands', () => {
    expect(momentAt(drive, at(10 * HOUR + 30))?.course).to.equal(undefined);
  });

  it('the track goes the short way over the 180th meridian', () => {
    const crossing = createTrack(
      [fix(0, { longitude: 179.9 }), fix(60, { longitude: -179.9 }), fix(120, { longitude: 179.9 })],
      range,
    );
    expect(momentAt(crossing, at(30))?.longitude).to.be.closeTo(180, 1e-9);
    expect(crossing.longitudes[2]).to.be.closeTo(179.9, 1e-9);
  });

  it('the position is undefined without locations', () => {
    const empty = createTrack([], range);
    expect(momentAt(empty, at(0))).to.equal(undefined);
    expect(empty.gaps).to.deep.equal([range]);
  });

  it('the position is never outside of the locations around it, at any moment', () => {
    const tracks = fc.array(
      fc.record({ second: fc.integer({ min: 0, max: 40_000 }), latitude: fc.integer({ min: 40, max: 45 }) }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(tracks, fc.integer({ min: -10_000, max: 50_000 }), (fixes, second) => {
        const sorted = [...fixes].sort((a, b) => a.second - b.second);
        const track = createTrack(
          sorted.map((one) => fix(one.second, { latitude: one.latitude })),
          range,
        );
        const moment = momentAt(track, at(second));
        const before = sorted.findLast((one) => one.second <= second) ?? sorted[0];
        const after = sorted.find((one) => one.second > second) ?? before;
        const [low, high] = [before?.latitude ?? NaN, after?.latitude ?? NaN].sort((a, b) => a - b);
        expect(moment?.latitude).to.be.within(low ?? NaN, high ?? NaN);
        if (moment?.gap !== undefined) expect(moment.latitude).to.equal(before?.latitude);
      }),
    );
  });
});

describe('pointsBetween', () => {
  it('the points are the locations of a part, with its ends', () => {
    const points = pointsBetween(drive, { from: at(MINUTE), to: at(2 * MINUTE) });
    expect(points).to.deep.equal([
      [41, 2.01],
      [41.01, 2.01],
    ]);
    expect(pointsBetween(drive, { from: at(HOUR), to: at(2 * HOUR) })).to.deep.equal([]);
  });
});
