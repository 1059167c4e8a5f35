import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { checkShape } from '../../src/domain/zones/check-shape.js';
import { distanceToEdge } from '../../src/domain/zones/edge.js';
import { geodesicDistance } from '../../src/domain/zones/geodesic.js';
import { wrap } from '../../src/domain/zones/longitude.js';
import { createZoneIndex } from '../../src/domain/zones/zone-index.js';
import type { Position, Shape } from '../../src/schema/zones/shape.js';
import { createPrng } from '../../src/simulator/prng.js';

/** Of each kind; the full run has 100,000 in all. */
const CASES = Number(process.env.WAYPOST_ZONE_CASES ?? 2_000);
/** The reference needs a hundred times as long for them. */
const SLOW_CASES = Math.ceil(CASES / 20);

type Disagreement = { readonly index: number; readonly meters: number };
type Answer = {
  readonly cases: number;
  readonly disagreements: readonly Disagreement[];
  /** of the distances: the largest relative difference, and that in m */
  readonly share: number;
  readonly meters: number;
};

const compare = (cases: readonly object[]): readonly Disagreement[] => ask(cases).disagreements;

function ask(cases: readonly object[]): Answer {
  const { stdout, stderr, status } = spawnSync('/usr/bin/python3', ['test/compare/reference.py'], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status, stderr).to.equal(0);
  const result = JSON.parse(stdout) as Answer;
  expect(result.cases).to.equal(cases.length);
  return result;
}

/** Shapes of all sizes everywhere, a third of them near the antimeridian. */
function createShapes(seed: number) {
  const random = createPrng(seed);
  const between = (low: number, high: number): number => low + random() * (high - low);
  const center = (): Position => [random() < 1 / 3 ? wrap(between(179, 181)) : between(-180, 180), between(-85, 85)];
  /** degrees, from some meters to hundreds of kilometers */
  const size = (): number => 10 ** between(-4, 0.3);

  function star(around: Position, radius: number): Position[] {
    const count = 3 + Math.floor(random() * 40);
    const positions = Array.from({ length: count }, (_, index): Position => {
      const angle = (2 * Math.PI * (index + between(0, 0.8))) / count;
      const reach = radius * between(0.5, 1);
      return [wrap(around[0] + reach * Math.cos(angle)), around[1] + reach * Math.sin(angle)];
    });
    return [...positions, ...positions.slice(0, 1)];
  }

  return {
    random,
    between,
    near: ([longitude, latitude]: Position, radius: number): Position => [
      wrap(longitude + between(-radius, radius)),
      Math.max(-90, Math.min(90, latitude + between(-radius, radius))),
    ],
    polygon(): { readonly around: Position; readonly radius: number; readonly shape: Shape } {
      const around = center();
      const radius = size();
      const hole = random() < 0.5 ? [star(around, radius * 0.1)] : [];
      const shape: Shape = { type: 'polygon', coordinates: [star(around, radius), ...hole] };
      return checkShape(shape).ok ? { around, radius, shape } : this.polygon();
    },
    circle() {
      const around: Position = random() < 0.1 ? [between(-180, 180), between(89, 90)] : center();
      const radius = size();
      return {
        around,
        radius: 1.5 * radius,
        shape: { type: 'circle', center: around, radius: radius * 111_000 } as Shape,
      };
    },
    corridor() {
      const around = center();
      const radius = size();
      const count = 2 + Math.floor(random() * 4);
      const coordinates = Array.from({ length: count }, (): Position => this.near(around, radius));
      const width = Math.min(100_000, radius * between(1_000, 100_000));
      return { around, radius: 1.5 * radius, shape: { type: 'corridor', coordinates, width } as Shape };
    },
  };
}

const insideOf = (shape: Shape, position: Position): boolean =>
  createZoneIndex([{ id: 'zone', shape }]).containing(position).length === 1;

describe('zones compared with shapely and GeographicLib', () => {
  const kinds = [
    ['polygon', CASES],
    ['circle', CASES],
    ['corridor', SLOW_CASES],
  ] as const;
  for (const [kind, count] of kinds) {
    it(`every ${kind} contains the same positions, except within 1 m of its edge`, () => {
      const shapes = createShapes(41);
      const cases = Array.from({ length: count }, () => {
        const { around, radius, shape } = shapes[kind]();
        const position = shapes.near(around, radius);
        return { shape, position, inside: insideOf(shape, position) };
      });
      const insides = cases.filter(({ inside }) => inside).length;
      expect(insides).to.be.within(count / 10, (9 * count) / 10);
      const wrong = compare(cases).filter(({ meters }) => meters > 1);
      expect(wrong.map(({ index, meters }) => ({ meters, ...cases[index] }))).to.deep.equal([]);
    });
  }

  it('a position within a distance of an edge is found to be so, except within 1 m of that distance', () => {
    const shapes = createShapes(42);
    const cases = Array.from({ length: SLOW_CASES }, () => {
      const { around, radius, shape } = shapes.random() < 0.5 ? shapes.polygon() : shapes.corridor();
      const position = shapes.near(around, radius * 1.5);
      const within = Math.min(100_000, radius * shapes.between(10_000, 100_000));
      const index = createZoneIndex([{ id: 'zone', shape }]);
      const inside = index.containing(position).length === 1;
      return { shape, position, inside, within, isWithin: index.within(position, within).length === 1 };
    });
    expect(cases.filter(({ inside, isWithin }) => isWithin && !inside)).to.have.lengthOf.above(SLOW_CASES / 20);
    const wrong = compare(cases).filter(({ meters }) => meters > 1);
    expect(wrong.map(({ index, meters }) => ({ meters, ...cases[index] }))).to.deep.equal([]);
  });

  it('distances between positions, and from an edge, are geodesic', () => {
    const shapes = createShapes(45);
    const { random, between } = shapes;
    const cases = Array.from({ length: CASES }, () => {
      const from: Position = [between(-180, 180), between(-90, 90)];
      const size = 10 ** between(-4, 2);
      const to = shapes.near(from, size);
      if (random() < 0.9) return { from, to, distance: geodesicDistance(from, to) };
      const end: Position = [from[0] + between(-2, 2), Math.max(-90, Math.min(90, from[1] + between(-2, 2)))];
      const position = shapes.near(from, Math.min(size, 5));
      return { from, to: end, position, distance: distanceToEdge({ from, to: end }, position) };
    });
    const { share, meters } = ask(cases);
    process.stdout.write(
      `      largest difference of ${CASES} distances: ${share.toExponential(1)}, ${meters.toExponential(1)} m\n`,
    );
    expect(share).to.be.below(0.000_01);
  });

  it('a ring of random positions is refused exactly if it crosses itself', () => {
    const shapes = createShapes(43);
    const cases = Array.from({ length: CASES }, () => {
      const around: Position = [shapes.between(-180, 180), shapes.between(-80, 80)];
      const count = 3 + Math.floor(shapes.random() * 4);
      const positions = Array.from({ length: count }, () => shapes.near(around, 1));
      const rings = [[...positions, ...positions.slice(0, 1)]];
      return { rings, valid: checkShape({ type: 'polygon', coordinates: rings }).ok };
    });
    expect(cases.filter(({ valid }) => valid)).to.have.lengthOf.within(CASES / 10, (9 * CASES) / 10);
    expect(compare(cases)).to.deep.equal([]);
  });

  it('the index finds the same zones as a look at every one of them', () => {
    const shapes = createShapes(44);
    const made = Array.from({ length: 300 }, (_, index) => {
      const kind = (['polygon', 'circle', 'corridor'] as const)[index % 3] ?? 'circle';
      return { id: String(index), ...shapes[kind]() };
    });
    const index = createZoneIndex(made);
    for (const { around, radius } of made) {
      const position = shapes.near(around, radius);
      const expected = made.filter(({ shape }) => insideOf(shape, position)).map(({ id }) => id);
      expect(index.containing(position).map(({ id }) => id)).to.deep.equal(expected);
    }
  });

  it('a geodesic distance is that of the ellipsoid, not of a sphere', () => {
    expect(geodesicDistance([0, 0], [0, 1])).to.be.closeTo(110_574.389, 0.001);
    expect(geodesicDistance([0, 0], [1, 0])).to.be.closeTo(111_319.491, 0.001);
  });
});
