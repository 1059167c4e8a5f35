import { expect } from 'chai';
import { checkShape } from '../../../src/domain/zones/check-shape.js';
import { createZoneIndex } from '../../../src/domain/zones/zone-index.js';
import type { Position, Ring, Shape } from '../../../src/schema/zones/shape.js';

const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const polygon = (...coordinates: Ring[]): Shape => ({ type: 'polygon', coordinates });
const circle = (center: Position, radius: number): Shape => ({ type: 'circle', center, radius });

function refusalOf(shape: Shape): string {
  const checked = checkShape(shape);
  return checked.ok ? '' : checked.message;
}

const contains = (shape: Shape, ...position: Position): boolean =>
  createZoneIndex([{ id: 'zone', shape }]).containing(position).length > 0;

describe('the check of a shape', () => {
  it('a polygon with a hole is accepted, whatever the direction of its rings', () => {
    const hole = square(5.1, 52.1, 0.1);
    expect(refusalOf(polygon(square(5, 52, 1), hole))).to.equal('');
    expect(refusalOf(polygon(square(5, 52, 1).toReversed(), hole.toReversed()))).to.equal('');
  });

  const bow: Ring = [
    [5, 52],
    [6, 53],
    [6, 52],
    [5, 53],
    [5, 52],
  ];
  const around: Ring = [
    [0, 80],
    [120, 80],
    [-120, 80],
    [0, 80],
  ];
  const many = Array.from({ length: 201 }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / 201;
    return [Math.cos(angle), Math.sin(angle)];
  });
  const refused: readonly (readonly [string, Shape, string])[] = [
    ['a ring that crosses itself', polygon(bow), '/shape/coordinates/0 must not cross or touch itself'],
    ['a ring that is open', polygon(square(5, 52, 1).slice(0, 4)), 'must end with its first position'],
    [
      'a ring without area',
      polygon([
        [5, 52],
        [6, 53],
        [5, 52],
        [5, 52],
      ]),
      'repeats the position before it',
    ],
    [
      'a spike',
      polygon([
        [5, 52],
        [7, 52],
        [6, 52],
        [6, 53],
        [5, 52],
      ]),
      'must not cross or touch itself',
    ],
    [
      'a hole outside',
      polygon(square(5, 52, 1), square(7, 52, 0.1)),
      '/shape/coordinates/1 is a hole that is not inside',
    ],
    ['a hole across the edge', polygon(square(5, 52, 1), square(5.95, 52.1, 0.1)), 'is a hole that is not inside'],
    [
      'a hole in a hole',
      polygon(square(5, 52, 1), square(5.2, 52.2, 0.5), square(5.3, 52.3, 0.1)),
      'is a hole that touches',
    ],
    ['a pole inside', polygon(around), 'goes around the Earth: use a circle'],
    [
      'a pole as a vertex',
      polygon([
        [0, 80],
        [10, 80],
        [10, 90],
        [0, 80],
      ]),
      'is a pole',
    ],
    [
      'more than 200 vertices',
      polygon([...many, ...many.slice(0, 1)]),
      'must have at most 200 vertices in all, has 201',
    ],
    ['a longitude beyond 180', polygon(square(179.5, 0, 1)), 'must be a longitude up to ±180'],
    ['a latitude that is no number', circle([0, NaN], 5), 'must be a longitude up to ±180'],
    ['a radius that is no number', circle([0, 0], NaN), '/shape/radius must be more than 0'],
    [
      'a corridor halfway around the Earth',
      {
        type: 'corridor',
        coordinates: [
          [0, 0],
          [180, 0],
        ],
        width: 5,
      },
      'is half the Earth away',
    ],
  ];
  for (const [name, shape, message] of refused) {
    it(`${name} is refused, and the message says where and why`, () => {
      expect(refusalOf(shape)).to.include(message);
    });
  }
});

describe('a zone', () => {
  it('a polygon goes across the antimeridian', () => {
    const shape = polygon([
      [179, -17],
      [-179, -17],
      [-179, -16],
      [179, -16],
      [179, -17],
    ]);
    expect(refusalOf(shape)).to.equal('');
    for (const longitude of [179.5, 180, -180, -179.5]) expect(contains(shape, longitude, -16.5)).to.equal(true);
    for (const longitude of [178.9, -178.9, 0]) expect(contains(shape, longitude, -16.5)).to.equal(false);
  });

  it('a circle may contain a pole', () => {
    const shape = circle([10, 89.9], 50_000);
    expect(contains(shape, -170, 89.9)).to.equal(true);
    expect(contains(shape, 120, 90)).to.equal(true);
    expect(contains(shape, -170, 89.5)).to.equal(false);
  });

  it('a polygon does not contain its hole', () => {
    const shape = polygon(square(5, 52, 1), square(5.4, 52.4, 0.2));
    expect(contains(shape, 5.3, 52.5)).to.equal(true);
    expect(contains(shape, 5.5, 52.5)).to.equal(false);
  });

  it('an edge is straight in longitude and latitude', () => {
    const shape = polygon([
      [0, 50],
      [100, 50],
      [100, 51],
      [0, 51],
      [0, 50],
    ]);
    // The shortest line between the lower corners goes far to the north of this.
    expect(contains(shape, 50, 50.01)).to.equal(true);
    expect(contains(shape, 50, 49.99)).to.equal(false);
  });
});
