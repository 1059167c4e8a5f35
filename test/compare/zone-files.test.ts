import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import fc from 'fast-check';
import { distanceToEdge, edgesOf } from '../../src/domain/zones/edge.js';
import { toGpx } from '../../src/domain/zones/files/gpx-writer.js';
import { toKml } from '../../src/domain/zones/files/kml-writer.js';
import { simplify } from '../../src/domain/zones/files/simplify.js';
import { valueOf } from '../../src/errors.js';
import { unwrap, wrap } from '../../src/domain/zones/longitude.js';
import type { Position, Shape } from '../../src/schema/zones/shape.js';
import { validateZoneInput, type Zone } from '../../src/schema/zones/zone.js';
import { readWhole, toEnd } from '../support/api/zone-files.js';
import { zoneOf } from '../support/store/zones.js';

const SCHEMA = 'test/compare/gpx/gpx-1.1.xsd';

/** As finely as receivers report; XML has no −0. */
const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => Math.round(value * 1e9) / 1e9 + 0);
const position = fc.tuple(number(-179.9, 179.9), number(-89, 89));
const line = fc.uniqueArray(position, { minLength: 3, maxLength: 200, selector: String });
const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ type: fc.constant('circle' as const), center: position, radius: number(1, 1e6) }),
  fc.record({ type: fc.constant('corridor' as const), coordinates: line, width: number(1, 1e5) }),
  fc.record({
    type: fc.constant('polygon' as const),
    coordinates: fc.array(
      line.map((ring) => [...ring, ...ring.slice(0, 1)]),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);
const text = fc.string({ maxLength: 100, unit: 'grapheme' });
const zones = fc
  .array(fc.record({ shape, description: text, home: fc.boolean(), color: fc.constantFrom('#1f77b4', undefined) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((all): readonly Zone[] =>
    all.map(({ color, description, ...own }, index) =>
      zoneOf(`Zone <${index}> & "co"`, {
        ...own,
        description: description.trim(),
        ...(color !== undefined && { color }),
      }),
    ),
  );

type Fields = Pick<Zone, 'name' | 'description' | 'color' | 'home' | 'shape'>;
const fieldsOf = ({ name, description, home, color, shape: own }: Fields): object => ({
  ...{ name, description, home, color },
  shape: own,
});
const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** What is read back, with the defaults of the fields that were left out. */
function readBack(file: string): object[] {
  const read = readWhole(file);
  if (!read.ok) throw new Error(read.message);
  expect(read.value.notes).to.deep.equal([]);
  return read.value.zones
    .map(({ input }): Fields => ({ description: '', home: false, ...valueOf(validateZoneInput(input)) }))
    .sort(byName)
    .map(fieldsOf);
}

const isSmall = (all: readonly Zone[]): boolean =>
  all.every(
    ({ shape: own }) => own.type !== 'polygon' || own.coordinates.flat().length - own.coordinates.length <= 200,
  );

describe('zones as files', () => {
  for (const [format, write] of [
    ['KML', toKml],
    ['GPX', toGpx],
  ] as const) {
    it(`any zones come back from ${format} as they were`, () => {
      fc.assert(
        fc.property(zones.filter(isSmall), (all) => {
          expect(readBack([...write(all)].join(''))).to.deep.equal([...all].sort(byName).map(fieldsOf));
        }),
        { numRuns: 100 },
      );
    });
  }

  it('any zones give a GPX file that its schema accepts', () => {
    const files = fc.sample(zones, 30).map((all) => [...toGpx(all)].join(''));
    for (const input of files) {
      const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', SCHEMA, '-'], {
        input,
        encoding: 'utf8',
      });
      expect(status, stderr).to.equal(0);
    }
  });
});

describe('the simplification of a line', () => {
  /** A walk with steps of up to some hundred meters, also across the antimeridian. */
  const walk = fc
    .tuple(
      number(-180, 180),
      number(-70, 70),
      fc.array(fc.tuple(number(-1, 1), number(-1, 1)), { minLength: 300, maxLength: 600 }),
    )
    .map(([longitude, latitude, steps]) => {
      let [x, y] = [longitude, latitude];
      return steps.map(([east, north]): Position => {
        [x, y] = [x + east / 200, y + north / 300];
        return [wrap(x), y];
      });
    });

  it('no vertex that is left out is farther from the line than the stated deviation, and both ends stay', () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 2, max: 200 }), (whole, maxVertices) => {
        const simple = toEnd(simplify(whole, maxVertices, 1));
        expect(simple.line.length).to.be.at.most(maxVertices);
        expect([simple.line[0], simple.line.at(-1)]).to.deep.equal([whole[0], whole.at(-1)]);
        const edges = edgesOf(unwrap(simple.line));
        const farthest = Math.max(
          ...whole
            .filter((_, index) => index % 20 === 0)
            .map((one) => Math.min(...edges.map((edge) => distanceToEdge(edge, one)))),
        );
        expect(farthest).to.be.at.most(simple.deviation * 1.01 + 0.01);
      }),
      { numRuns: 15 },
    );
  });

  it('a straight line keeps its two ends', () => {
    const straight = Array.from({ length: 1_000 }, (_, index): Position => [5 + index / 10_000, 52]);
    expect(toEnd(simplify(straight, 200, 1)).line).to.have.lengthOf(2);
  });
});
