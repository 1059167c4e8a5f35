import { expect } from 'chai';
import { createTrack } from '../../../../src/web/map/track.js';
import { drawSketch } from '../../../../src/web/pages/history/sketch.js';
import { fix, NOW } from '../../support.js';

const range = { from: NOW, to: NOW + 86_400_000 };
const HOUR = 3_600;

describe('the sketch of a track', () => {
  it('the sketch has a line for each part between gaps, inside of its box', () => {
    const track = createTrack(
      [
        fix(0, { latitude: 41, longitude: 2 }),
        fix(60, { latitude: 41, longitude: 2.1 }),
        fix(6 * HOUR, { latitude: 41.05, longitude: 2.1 }),
        fix(6 * HOUR + 60, { latitude: 41.05, longitude: 2 }),
      ],
      range,
    );
    const { path, width, height } = drawSketch(track);
    expect(path.match(/M/g)).to.have.length(2);
    expect(path.match(/L/g)).to.have.length(2);
    for (const [, x, y] of path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
      expect(Number(x)).to.be.within(0, width);
      expect(Number(y)).to.be.within(0, height);
    }
  });

  it('the sketch places north above south, and east right of west, also over the 180th meridian', () => {
    const ends = [fix(0, { latitude: 1, longitude: 179.9 }), fix(60, { latitude: 0, longitude: -179.9 })];
    const { toBox } = drawSketch(createTrack(ends, range));
    const [first, last] = [toBox(1, 179.9), toBox(0, -179.9)];
    expect(first.x).to.be.lessThan(last.x);
    expect(first.y).to.be.lessThan(last.y);
  });

  it('the sketch draws a day at one place as a dot, with a round scale', () => {
    const { path, scale } = drawSketch(createTrack([fix(0, { latitude: 41 })], range));
    expect(path).to.match(/^M[\d.]+ [\d.]+h0$/);
    expect(scale.meters).to.equal(200);
    expect(scale.length).to.be.within(50, 300);
  });

  it('the sketch leaves out details that a viewer cannot see', () => {
    const many = Array.from({ length: 20_000 }, (_, index) =>
      fix(index, { latitude: 41 + Math.sin(index / 500) / 10, longitude: 2 + index / 1e5 }),
    );
    expect(drawSketch(createTrack(many, range)).path.length).to.be.lessThan(100_000);
  });
});
