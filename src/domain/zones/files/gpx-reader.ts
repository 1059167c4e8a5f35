import { success } from '../../../errors.js';
import type { Position } from '../../../schema/zones/shape.js';
import { hexColorOf, numberOf, partName, sizeOf, type FindZones, type FoundShape } from './found-zone.js';
import type { FoundZone, ImportNote } from './found-zone.js';
import { childNamed, childrenNamed, descendants, textOf, type XmlElement } from './xml-tree.js';

/**
 * GPX 1.0 and 1.1: a waypoint is a circle; a route, and each segment of a track, is a corridor. A track of the type
 * `polygon`, as Waypost writes it, is a polygon: its segments are the rings.
 */
export function* readGpx(root: XmlElement): FindZones {
  const zones: FoundZone[] = [];
  const notes: ImportNote[] = [];

  function add(element: XmlElement, place: string, shapes: readonly FoundShape[]): void {
    const name = textOf(element, 'name');
    if (shapes.length === 0) notes.push({ name: name ?? place, note: 'left out: has no positions' });
    const description = textOf(element, 'desc') ?? textOf(element, 'cmt');
    const color = hexColorOf(extensionOf(element, 'color'));
    const home = extensionOf(element, 'home') === 'true';
    for (const [index, shape] of shapes.entries())
      zones.push({
        ...{ place, name: partName(name, index, shapes.length), description, color, home },
        shape: success(shape),
      });
  }

  for (const [index, waypoint] of childrenNamed(root, 'wpt').entries()) {
    add(waypoint, `waypoint ${index + 1}`, [circleOf(waypoint)]);
    yield;
  }
  for (const [index, route] of childrenNamed(root, 'rte').entries()) {
    add(route, `route ${index + 1}`, corridorsOf(route, [childrenNamed(route, 'rtept')]));
    yield;
  }
  for (const [index, track] of childrenNamed(root, 'trk').entries()) {
    add(track, `track ${index + 1}`, trackShapes(track));
    yield;
  }
  return { zones, notes };
}

function trackShapes(track: XmlElement): readonly FoundShape[] {
  const segments = childrenNamed(track, 'trkseg').map((segment) => childrenNamed(segment, 'trkpt'));
  if (textOf(track, 'type') !== 'polygon') return corridorsOf(track, segments);
  return segments.length === 0 ? [] : [{ type: 'polygon', coordinates: segments.map((ring) => ring.map(positionOf)) }];
}

function corridorsOf(element: XmlElement, lines: readonly (readonly XmlElement[])[]): readonly FoundShape[] {
  const width = sizeOf(extensionOf(element, 'width'));
  return lines
    .filter((line) => line.length > 0)
    .map((line) => ({ type: 'corridor', coordinates: line.map(positionOf), width }));
}

const circleOf = (waypoint: XmlElement): FoundShape => ({
  type: 'circle',
  center: positionOf(waypoint),
  // Receivers of Garmin call the distance at which they warn `Proximity`.
  radius: sizeOf(extensionOf(waypoint, 'radius') ?? extensionOf(waypoint, 'Proximity')),
});

const positionOf = ({ attributes: { lat, lon } }: XmlElement): Position => [numberOf(lon), numberOf(lat)];

function extensionOf(element: XmlElement, name: string): string | undefined {
  const extensions = childNamed(element, 'extensions');
  if (extensions === undefined) return undefined;
  const [found] = descendants(extensions, name);
  return found?.text.trim();
}
