import Flatbush from 'flatbush';
import type { Position, Shape } from '../../schema/zones/shape.js';
import { growBox, splitBox } from './box.js';
import { prepareShape, type PreparedShape } from './prepare-shape.js';

/** What the index needs of a zone. */
type Shaped = { readonly id: string; readonly shape: Shape };

/** All zones by place: the cost of a question does not grow with zones that are far away. */
export type ZoneIndex<Zone extends Shaped> = {
  /** the zones that contain the position, in the order of the list */
  readonly containing: (position: Position) => readonly Zone[];
  /** Is the position in the zone, or at most `meters` away from its edge? false: there is no such zone. */
  readonly isWithin: (zoneId: string, position: Position, meters: number) => boolean;
};

// A zone is replaced, never changed, so it is prepared once.
const prepared = new WeakMap<Shape, PreparedShape>();

function preparedOf(shape: Shape): PreparedShape {
  let known = prepared.get(shape);
  if (known === undefined) prepared.set(shape, (known = prepareShape(shape)));
  return known;
}

export function createZoneIndex<Zone extends Shaped>(zones: Iterable<Zone>): ZoneIndex<Zone> {
  const all = [...zones].map((zone) => ({ zone, ...preparedOf(zone.shape) }));
  const byId = new Map(all.map((one) => [one.zone.id, one]));
  const boxes = all.flatMap((one, index) => one.boxes.map((box) => ({ box, index })));
  const tree = boxes.length === 0 ? undefined : new Flatbush(boxes.length);
  for (const { box } of boxes) tree?.add(box.west, box.south, box.east, box.north);
  tree?.finish();

  return {
    containing(position) {
      const [longitude, latitude] = position;
      const found = tree?.search(longitude, latitude, longitude, latitude) ?? [];
      // A position on the antimeridian is in both parts of a box.
      const indexes = new Set(found.map((at) => boxes[at]?.index ?? -1));
      return [...indexes]
        .sort((a, b) => a - b)
        .flatMap((index) => {
          const one = all[index];
          return one?.contains(position) === true ? [one.zone] : [];
        });
    },
    isWithin(zoneId, position, meters) {
      const one = byId.get(zoneId);
      if (one === undefined || !isInBoxes(one, position, meters)) return false;
      return one.isWithin(position, meters);
    },
  };
}

/** A position in no box that is grown by the distance is farther away. */
function isInBoxes({ boxes }: PreparedShape, [longitude, latitude]: Position, meters: number): boolean {
  const around = splitBox(growBox({ west: longitude, east: longitude, south: latitude, north: latitude }, meters));
  return boxes.some((box) =>
    around.some(
      ({ west, south, east, north }) =>
        west <= box.east && east >= box.west && south <= box.north && north >= box.south,
    ),
  );
}
