import { success, type Failure, type Result } from '../../../errors.js';
import { fileErrors } from '../messages.js';
import { MAX_VERTICES, type Position, type Ring } from '../../../schema/zones/shape.js';
import type { FoundShape, FoundZone } from './found-zone.js';
import { cut } from './names.js';
import { simplify } from './simplify.js';

/** m, of the lines and points of a file that has no sizes */
export type Sizes = { readonly width: number; readonly radius: number };

/** A zone as a client would send it, not checked, and where it is in its file. */
export type FileZone = { readonly place: string; readonly input: { readonly name: string; readonly shape: object } };

const MAX_DESCRIPTION = 1_024;
/** A vertex that is nearer to the simplified line than this part of its width is left out. */
const NEGLIGIBLE = 1 / 20;
/** One that is farther from it than this part would be at the edge of the corridor, or outside. */
const TOLERABLE = 1 / 2;

/** A failure of one zone of a file. Its field is one of the zone. */
export const inZone = (path: string, failed: Failure): Failure =>
  failed.data === undefined ? failed : fileErrors.ofZone({ path, problem: failed.data }, failed.field);

type Shaped = { readonly shape: object | undefined; readonly notes: readonly string[] };
type Shaping = Generator<undefined, Result<Shaped>>;
type Zoned = { readonly zone: FileZone | undefined; readonly notes: readonly string[] };

/** The zone, or none, and what was left out or changed. */
export function* toZone(
  { place, description, color, home, name: found, shape: foundShape }: FoundZone,
  name: string,
  sizes: Sizes,
): Generator<undefined, Result<Zoned>> {
  const shaped = foundShape.ok ? yield* shapeOf(foundShape.value, sizes) : foundShape;
  if (!shaped.ok) return inZone(`${place} (${name})`, shaped);
  const { shape } = shaped.value;
  if (shape === undefined) return success({ zone: undefined, notes: shaped.value.notes });
  const isCut = description !== undefined && description.length > MAX_DESCRIPTION;
  const notes = [
    ...(found !== undefined && found !== name
      ? [`renamed: ${cut(found, MAX_DESCRIPTION)} is too long or occurs twice`]
      : []),
    ...(isCut ? [`description cut to ${MAX_DESCRIPTION} characters`] : []),
    ...shaped.value.notes,
  ];
  const input = {
    name,
    ...(description !== undefined && { description: cut(description, MAX_DESCRIPTION) }),
    ...(color !== undefined && { color }),
    ...(home && { home }),
    shape,
  };
  return success({ zone: { place: `${place} (${name})`, input }, notes });
}

function* shapeOf(shape: FoundShape, sizes: Sizes): Shaping {
  const refused = noNumber(shape);
  if (refused !== undefined) return refused;
  switch (shape.type) {
    case 'circle': {
      const { radius = sizes.radius } = shape;
      const notes = shape.radius === undefined ? [`has no radius: ${radius} m`] : [];
      return success({ shape: { ...shape, radius }, notes });
    }
    case 'corridor':
      return yield* corridorOf(withoutRepeats(shape.coordinates), shape.width, sizes);
    case 'polygon':
      return polygonOf(shape.coordinates.map(withoutRepeats));
  }
}

function* corridorOf(line: readonly Position[], width: number | undefined, sizes: Sizes): Shaping {
  if (line.length < 2) return success({ shape: undefined, notes: ['left out: a line needs two different positions'] });
  const meters = width ?? sizes.width;
  const notes = width === undefined ? [`has no width: ${meters} m`] : [];
  if (line.length <= MAX_VERTICES)
    return success({ shape: { type: 'corridor', coordinates: line, width: meters }, notes });
  const simple = yield* simplify(line, MAX_VERTICES, meters * NEGLIGIBLE);
  const off = `${Number(simple.deviation.toPrecision(2))} m`;
  if (simple.deviation > meters * TOLERABLE)
    return fileErrors.notSimple({
      positions: line.length,
      limit: MAX_VERTICES,
      width: meters,
      off: Number(simple.deviation.toPrecision(2)),
    });
  return success({
    shape: { type: 'corridor', coordinates: simple.line, width: meters },
    notes: [...notes, `${line.length} positions simplified to ${simple.line.length}, off by at most ${off}`],
  });
}

/** Simplified rings may cross themselves or each other, and their area is another one: only a person can do it. */
function polygonOf(coordinates: readonly Ring[]): Result<Shaped> {
  const vertices = coordinates.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (vertices > MAX_VERTICES) return fileErrors.polygonVertices({ vertices, limit: MAX_VERTICES });
  return success({ shape: { type: 'polygon', coordinates }, notes: [] });
}

function noNumber(shape: FoundShape): Failure | undefined {
  const lines =
    shape.type === 'circle' ? [[shape.center]] : shape.type === 'corridor' ? [shape.coordinates] : shape.coordinates;
  const index = lines.flat().findIndex((position) => !position.every(Number.isFinite));
  return index < 0 ? undefined : fileErrors.noNumber({ position: index + 1 });
}

/** A tracker that stands repeats its position. */
const withoutRepeats = (line: readonly Position[]): readonly Position[] =>
  line.filter(([longitude, latitude], index) => {
    const [x, y] = line[index - 1] ?? [];
    return x !== longitude || y !== latitude;
  });
