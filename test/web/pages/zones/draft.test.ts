import { expect } from 'chai';
import fc from 'fast-check';
import { checkShape } from '../../../../src/domain/zones/check-shape.js';
import type { Polygon, Shape } from '../../../../src/schema/zones/shape.js';
import {
  draftOf,
  emptyDraft,
  MAX_VERTICES,
  middlesOf,
  shapeOf,
  withHandle,
  withMovedVertex,
  withoutVertex,
  withVertex,
} from '../../../../src/web/pages/zones/draft.js';
import { typeOfFile } from '../../../../src/web/pages/zones/file-types.js';
import { shapeSize } from '../../../../src/web/pages/zones/shape-size.js';

const SQUARE: Polygon = {
  type: 'polygon',
  coordinates: [
    [
      [5, 52],
      [6, 52],
      [6, 53],
      [5, 53],
      [5, 52],
    ],
    [
      [5.2, 52.2],
      [5.2, 52.4],
      [5.4, 52.4],
      [5.2, 52.2],
    ],
  ],
};
const SHAPES: readonly Shape[] = [
  SQUARE,
  { type: 'circle', center: [179.9, -17], radius: 12.5 },
  {
    type: 'corridor',
    coordinates: [
      [5, 52],
      [6, 52],
    ],
    width: 40,
  },
];

describe('a zone while it is drawn', () => {
  it('a stored shape becomes the same shape again', () => {
    for (const shape of SHAPES) expect(shapeOf(draftOf(shape))).to.deep.equal(shape);
  });

  it('a shape is complete with a center, with two points of a corridor, with three of a polygon', () => {
    expect(shapeOf(emptyDraft('circle'))).to.equal(undefined);
    expect(shapeOf({ ...emptyDraft('circle'), center: [5, 52] })).to.include({ type: 'circle' });
    for (const [type, needed] of [
      ['corridor', 2],
      ['polygon', 3],
    ] as const) {
      let draft = emptyDraft(type);
      for (let count = 1; count <= needed; count++) {
        expect(shapeOf(draft)).to.equal(undefined);
        draft = withVertex(draft, draft.vertices.length, [5 + count, 52 + (count % 2)]);
      }
      const shape = shapeOf(draft);
      expect(shape !== undefined && checkShape(shape).ok).to.equal(true);
    }
  });

  it('points are added at an edge, moved and deleted, and the holes stay', () => {
    const draft = draftOf(SQUARE);
    const more = withHandle(draft, { kind: 'middle', index: 0 }, [5.5, 51.9], () => 0);
    expect(more.vertices.slice(0, 3)).to.deep.equal([
      [5, 52],
      [5.5, 51.9],
      [6, 52],
    ]);
    expect(withoutVertex(more, 1).vertices).to.deep.equal(draft.vertices);
    const moved = shapeOf(withMovedVertex(draft, 0, [4.9, 51.9]));
    expect(moved).to.deep.equal({
      ...SQUARE,
      coordinates: [
        [
          [4.9, 51.9],
          [6, 52],
          [6, 53],
          [5, 53],
          [4.9, 51.9],
        ],
        SQUARE.coordinates[1],
      ],
    });
  });

  it('a polygon has a middle on its closing edge, a corridor does not, and both find it across the antimeridian', () => {
    const polygon = {
      ...emptyDraft('polygon'),
      vertices: [
        [179, 0],
        [-179, 0],
        [-179, 2],
      ] as const,
    };
    expect(middlesOf(polygon)).to.deep.equal([
      [180, 0],
      [-179, 1],
      [-180, 1],
    ]);
    expect(middlesOf({ ...polygon, type: 'corridor' })).to.have.lengthOf(2);
  });

  it('a place of another copy of the world is stored from −180 to 180, whatever is drawn', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -900, max: 900, noNaN: true }),
        fc.double({ min: -95, max: 95, noNaN: true }),
        (x, y) => {
          const [longitude = 999, latitude = 999] = withVertex(emptyDraft('polygon'), 0, [x, y]).vertices[0] ?? [];
          expect(longitude).to.be.within(-180, 180);
          expect(latitude).to.be.within(-90, 90);
          expect(Math.abs(Math.sin(((longitude - x) * Math.PI) / 360))).to.be.below(1e-8);
        },
      ),
    );
  });

  it('no more points are added than the gateway takes', () => {
    const vertices = Array.from({ length: MAX_VERTICES }, (_, index) => [index / 10, 0] as const);
    expect(withVertex({ ...emptyDraft('corridor'), vertices }, 3, [1, 1]).vertices).to.have.lengthOf(MAX_VERTICES);
  });

  it('the size of a shape is in meters', () => {
    const { width, height } = shapeSize(SQUARE);
    expect(width).to.be.closeTo(67_900, 200);
    expect(height).to.be.closeTo(111_270, 50);
    expect(
      shapeSize({
        type: 'corridor',
        coordinates: [
          [179.9, 0],
          [-179.9, 0],
        ],
        width: 40,
      }).length,
    ).to.be.closeTo(22_264, 1);
  });

  it('a file is sent as what its name ends with', () => {
    expect(typeOfFile('Depot.KML')).to.equal('application/vnd.google-earth.kml+xml');
    expect(typeOfFile('a.b.gpx')).to.equal('application/gpx+xml');
    expect(typeOfFile('zones.geojson')).to.equal('application/json');
    expect(typeOfFile('zones')).to.equal('application/json');
  });
});
