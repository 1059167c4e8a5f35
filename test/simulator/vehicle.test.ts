import { expect } from 'chai';
import { createVehicle, DEPOT } from '../../src/simulator/vehicle.js';

const start = Date.UTC(2026, 10, 21, 8);
const radians = Math.PI / 180;

type Position = { readonly latitude: number; readonly longitude: number };
const meters = (a: Position, b: Position): number =>
  111_195 * Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * Math.cos(DEPOT.latitude * radians));

describe('createVehicle', () => {
  it('the fix at a time is always the same', () => {
    expect(createVehicle({ seed: 7 }).fixAt(start)).to.deep.equal(createVehicle({ seed: 7 }).fixAt(start));
  });

  it('different seeds give different routes', () => {
    expect(createVehicle({ seed: 7 }).fixAt(start)).to.not.deep.equal(createVehicle({ seed: 8 }).fixAt(start));
  });

  it('a vehicle moves at its reported speed, within 2 km of the depot, without jumps', () => {
    for (let seed = 0; seed < 5; seed += 1) {
      const { fixAt } = createVehicle({ seed });
      let last = fixAt(start);
      for (let s = 1; s < 1_800; s += 1) {
        const fix = fixAt(start + s * 1_000);
        expect(meters(fix, DEPOT)).to.be.below(2_000);
        expect(meters(fix, last)).to.be.closeTo(fix.speed, 2);
        expect(fix.speed).to.be.within(1, 30);
        last = fix;
      }
    }
  });

  it('the course is the direction of travel', () => {
    const { fixAt } = createVehicle({ seed: 3 });
    for (let s = 0; s < 600; s += 7) {
      const [here, next] = [fixAt(start + s * 1_000), fixAt(start + s * 1_000 + 1_000)];
      const north = next.latitude - here.latitude;
      const east = (next.longitude - here.longitude) * Math.cos(DEPOT.latitude * radians);
      const turn = Math.atan2(east, north) / radians - here.course;
      expect(Math.cos(turn * radians)).to.be.above(0.9);
    }
  });

  it('all values are within the limits of a location', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      for (let hour = 0; hour < 100; hour += 1) {
        const fix = createVehicle({ seed }).fixAt(start + hour * 3_600_000);
        expect(fix.course).to.be.within(0, 359.95);
        expect(fix.battery).to.be.within(10, 100);
        expect(fix.satellites).to.be.within(8, 12);
        expect(fix.dateTime).to.match(/^2026-11-2\dT\d\d:00:00\.000Z$/);
      }
    }
  });
});
