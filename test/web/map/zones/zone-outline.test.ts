import { expect } from 'chai';
import geographiclib from 'geographiclib-geodesic';
import type { Position } from '../../../../src/schema/zones/shape.js';
import { metersBetween, placeAt, zoneOutline, type ZoneOutline } from '../../../../src/web/map/zones/zone-outline.js';

/** Degrees of a point in the square of the projection. */
const toPosition = (x: number, y: number): Position => [
  (x - 0.5) * 360,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
];
const positionsOf = (line: readonly number[] = []): Position[] =>
  line.flatMap((x, index) => (index % 2 === 0 ? [toPosition(x, line[index + 1] ?? 0)] : []));
const isInside = (ring: readonly number[], x: number, y: number): boolean => {
  let inside = false;
  for (let index = 0; index < ring.length; index += 2) {
    const [ax = 0, ay = 0] = ring.slice(index, index + 2);
    const [bx = 0, by = 0] = [ring[(index + 2) % ring.length], ring[(index + 3) % ring.length]];
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  return inside;
};
const isDrawn = ({ rings }: ZoneOutline, x: number, y: number): boolean => rings.some((ring) => isInside(ring, x, y));

describe('the outline of a zone on the map', () => {
  it('every point of a circle has the geodesic distance of the radius, near the poles and across the antimeridian too', () => {
    for (const center of [
      [5, 52],
      [179.9, -17],
      [20, 71],
      [0, 0],
    ] as const) {
      for (const radius of [50, 5_000, 900_000]) {
        const { edges } = zoneOutline({ type: 'circle', center, radius });
        for (const [longitude, latitude] of positionsOf(edges[0])) {
          const { s12 = 0 } = geographiclib.Geodesic.WGS84.Inverse(center[1], center[0], latitude, longitude);
          expect(s12).to.be.closeTo(radius, 0.01);
        }
      }
    }
  });

  it('a circle across the antimeridian goes on beyond the square, without a jump', () => {
    const { minX, maxX, edges } = zoneOutline({ type: 'circle', center: [179.5, -17], radius: 600_000 });
    expect(maxX).to.be.within(1, 1.02);
    expect(minX).to.be.within(0.97, 1);
    const xs = (edges[0] ?? []).filter((_value, index) => index % 2 === 0);
    for (const [index, x] of xs.entries()) expect(Math.abs(x - (xs[index - 1] ?? x))).to.be.below(0.001);
  });

  it('a circle around a pole is drawn in all longitudes up to the edge of the map', () => {
    for (const south of [false, true]) {
      const outline = zoneOutline({ type: 'circle', center: [20, south ? -88 : 88], radius: 900_000 });
      expect(outline.maxX - outline.minX).to.be.closeTo(1, 1e-6);
      expect(south ? outline.maxY : outline.minY).to.be.closeTo(south ? 1 : 0, 1e-9);
      const nearPole = south ? 0.998 : 0.002;
      for (let share = 0.05; share < 1; share += 0.1) {
        expect(isDrawn(outline, outline.minX + share, nearPole), `${share}`).to.equal(true);
      }
      // 900 km reach 79.9° on this side of the pole, and 83.9° beyond it.
      expect(isDrawn(outline, outline.minX + 0.5, south ? 0.8 : 0.2)).to.equal(false);
    }
  });

  it('an edge that is straight in longitude and latitude is bent on the map', () => {
    const square: Position[] = [
      [0, 0],
      [40, 60],
      [0, 60],
      [0, 0],
    ];
    const { edges } = zoneOutline({ type: 'polygon', coordinates: [square] });
    const middle = positionsOf(edges[0]).find(([longitude]) => Math.abs(longitude - 20) < 0.01);
    expect(middle?.[1]).to.be.closeTo(30, 0.05);
    expect(
      zoneOutline({
        type: 'polygon',
        coordinates: [
          [
            [5, 52],
            [5.001, 52.001],
            [5, 52.001],
            [5, 52],
          ],
        ],
      }).rings[0],
    ).to.have.lengthOf(6);
  });

  it('a polygon across the antimeridian is one area, with its hole in it and its name next to the hole', () => {
    const outline = zoneOutline({
      type: 'polygon',
      coordinates: [
        [
          [170, 0],
          [-170, 0],
          [-170, 10],
          [170, 10],
          [170, 0],
        ],
        [
          [-178, 2],
          [-178, 8],
          [178, 8],
          [178, 2],
          [-178, 2],
        ],
      ],
    });
    const [outer = [], hole = []] = outline.rings;
    expect(outline.maxX - outline.minX).to.be.closeTo(20 / 360, 1e-9);
    expect(isInside(outer, hole[0] ?? 0, hole[1] ?? 0)).to.equal(true);
    expect(isInside(outer, outline.middle.x, outline.middle.y)).to.equal(true);
    expect(isInside(hole, outline.middle.x, outline.middle.y)).to.equal(false);
  });

  it('a corridor has half its width on each side, and its pieces turn the same way', () => {
    const outline = zoneOutline({
      type: 'corridor',
      coordinates: [
        [5, 52],
        [5.1, 52.05],
        [5.2, 52],
      ],
      width: 200,
    });
    const at = (meters: number): { x: number; y: number } => {
      const [longitude, latitude] = placeAt([5.05, 52.025], 320, meters);
      const y = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
      return { x: longitude / 360 + 0.5, y: 0.5 - y / (2 * Math.PI) };
    };
    const [near, far] = [at(80), at(130)];
    expect(isDrawn(outline, near.x, near.y)).to.equal(true);
    expect(isDrawn(outline, far.x, far.y)).to.equal(false);
    for (const ring of outline.rings) {
      let area = 0;
      for (let index = 0; index < ring.length; index += 2) {
        const [x = 0, y = 0] = ring.slice(index, index + 2);
        area += x * (ring[(index + 3) % ring.length] ?? 0) - (ring[(index + 2) % ring.length] ?? 0) * y;
      }
      expect(area).to.be.above(0);
    }
    expect(metersBetween([5, 52], placeAt([5, 52], 45, 100))).to.be.closeTo(100, 1e-6);
  });
});
