import { expect } from 'chai';
import { toGeodetic, toSpeedAndCourse } from '../../../src/protocols/ubx/ecef.js';

const POLAR_RADIUS = 6_356_752.314_245;

describe('earth-centered coordinates', () => {
  it('points on the axes of the ellipsoid have their known latitude, longitude and height', () => {
    expect(toGeodetic([6_378_137, 0, 0])).to.deep.equal({ latitude: 0, longitude: 0, height: 0 });
    expect(toGeodetic([0, -6_378_237, 0])).to.include({ latitude: 0, longitude: -90 });
    expect(toGeodetic([0, 0, -POLAR_RADIUS - 50])?.latitude).to.be.closeTo(-90, 1e-9);
    expect(toGeodetic([0, 0, -POLAR_RADIUS - 50])?.height).to.be.closeTo(50, 1e-3);
  });

  it('a place far below or above the surface is none', () => {
    for (const x of [0, 6_300_000, 6_500_000, 21_474_836]) expect(toGeodetic([x, 0, 0]), String(x)).to.equal(undefined);
  });

  it('a velocity becomes a horizontal speed and a course', () => {
    const at = { latitude: 0, longitude: 90, height: 0 };
    const { speed, course } = toSpeedAndCourse([-3, 99, 3], at);
    expect(speed).to.be.closeTo(Math.hypot(3, 3), 1e-9);
    expect(course).to.be.closeTo(45, 1e-9);
    expect(toSpeedAndCourse([3, 0, 0], at).course).to.be.closeTo(270, 1e-9);
  });
});
