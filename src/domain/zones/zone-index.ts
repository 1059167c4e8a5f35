import Flatbush from 'flatbush';
import type { Position, Shape } from '../../schema/zones/shape.js';
import { growBox, splitBox, type Box } from './box.js';
import { prepareShape, type PreparedShape } from './prepare-shape.js';

/** What the index needs of a zone. */
type Shaped = { readonly id: string; readonly shape: Shape };

/** All zones by place: the cost of a question does not grow with zones that are far away. */
export type ZoneIndex<Zone extends Shaped> = {
  /**
   * the zones that contain the position, in the order of the list. `accuracy`: of the fix, m; one that is less exact than
   * the zone is large enters none.
   */
  readonly containing: (position: Position, accuracy?: number) => readonly Zone[];
  /** the zones that contain the position, and those of whose edge it is at most `meters` away */
  readonly within: (position: Position, meters: number) => readonly Zone[];
};

// A zone is replaced, never changed, so it is prepared once.
const prepared = new WeakMap<Shape, PreparedShape>();

function preparedOf(shape: Shape): PreparedShape {
  let known = prepared.get(shape);
  if (known === undefined) prepared.set(shape, (known = prepareShape(shape)));
  return known;
}

const NOTHING: readonly never[] = [];

/** A fix is exact enough for every zone up to this, m. */
const MIN_ENTRY_ACCURACY = 100;

const mayEnter = ({ meanRadius }: PreparedShape, accuracy: number): boolean =>
  accuracy <= MIN_ENTRY_ACCURACY || accuracy <= meanRadius();

export function createZoneIndex<Zone extends Shaped>(zones: Iterable<Zone>): ZoneIndex<Zone> {
  const all = [...zones].map((zone) => ({ zone, ...preparedOf(zone.shape) }));
  const boxes = all.flatMap((one, index) => one.boxes.map((box) => ({ box, index })));
  const tree = boxes.length === 0 ? undefined : new Flatbush(boxes.length);
  for (const { box } of boxes) tree?.add(box.west, box.south, box.east, box.north);
  tree?.finish();

  return {
    containing(position, accuracy = 0) {
      const [longitude, latitude] = position;
      const found = tree?.search(longitude, latitude, longitude, latitude);
      if (found === undefined || found.length === 0) return NOTHING;
      // A position on the antimeridian is in both parts of a box.
      const indexes = new Set(found.map((at) => boxes[at]?.index ?? -1));
      return [...indexes]
        .sort((a, b) => a - b)
        .flatMap((index) => {
          const one = all[index];
          return one?.contains(position) === true && mayEnter(one, accuracy) ? [one.zone] : [];
        });
    },
    within(position, meters) {
      const indexes = new Set<number>();
      for (const { west, south, east, north } of boxesAround(position, meters))
        for (const at of tree?.search(west, south, east, north) ?? []) indexes.add(boxes[at]?.index ?? -1);
      return [...indexes].flatMap((index) => {
        const one = all[index];
        return one?.isWithin(position, meters) === true ? [one.zone] : [];
      });
    },
  };
}

const boxesAround = ([longitude, latitude]: Position, meters: number): readonly Box[] =>
  splitBox(growBox({ west: longitude, east: longitude, south: latitude, north: latitude }, meters));
