import { expect } from 'chai';
import { clipRing } from '../../../../src/web/map/outline/clip.js';
import { readOutline } from '../../../../src/web/map/outline/read-outline.js';

describe('the outline of the world', () => {
  it('a line is read from its first point and the differences of the others', () => {
    const { land, borders } = readOutline({ step: 0.5, land: [[0, 0, 360, 0, -360, 180]], borders: [[360, 0, 20, 0]] });
    const [ring] = land;
    expect([...(ring?.points ?? [])].map((value) => Number(value.toFixed(4)))).to.deep.equal([
      0.5, 0.5, 1, 0.5, 0.5, 0,
    ]);
    expect(ring).to.include({ minX: 0.5, maxX: 1, maxY: 0.5 });
    // A line that crosses the antimeridian goes on beyond the square.
    expect(borders[0]?.maxX).to.be.closeTo(1.0278, 0.0001);
  });

  it('a ring is cut at the edges of the box, and one outside it is gone', () => {
    const box = { left: 0, top: 0, right: 10, bottom: 10 };
    expect(clipRing([-5, 2, 5, 2, 5, 8, -5, 8], box)).to.have.members([0, 2, 5, 2, 5, 8, 0, 8]);
    expect(clipRing([20, 20, 30, 20, 30, 30], box)).to.deep.equal([]);
    const around = clipRing([-1e6, -1e6, 1e6, -1e6, 1e6, 1e6, -1e6, 1e6], box);
    expect(Math.min(...around)).to.equal(0);
    expect(Math.max(...around)).to.equal(10);
  });
});
