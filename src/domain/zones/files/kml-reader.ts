import type { Position, Ring } from '../../../schema/zones/shape.js';
import { numberOf, sizeOf, type FoundShape, type FoundZone, type FoundZones, type ImportNote } from './found-zone.js';
import { createKmlColors, type ColorOf } from './kml-colors.js';
import { childNamed, childrenNamed, descendants, textOf, type XmlElement } from './xml-tree.js';

/** KML 2.2 (OGC 07-147r2), and the tracks of its extension by Google. */

const COLLECTIONS: ReadonlySet<string> = new Set(['kml', 'Document', 'Folder']);
/** What has no area, or only a reference to one. */
const UNREAD: Readonly<Record<string, string>> = {
  NetworkLink: 'is a link to another file, which is not fetched',
  GroundOverlay: 'is a picture',
  PhotoOverlay: 'is a picture',
  ScreenOverlay: 'is a picture',
  Tour: 'is a tour',
  Model: 'is a three-dimensional model',
};
const MULTIPLE: ReadonlySet<string> = new Set(['MultiGeometry', 'MultiTrack']);

type Reading = { readonly zones: FoundZone[]; readonly notes: ImportNote[]; readonly colorOf: ColorOf; count: number };

/** The zones of a KML file: each geometry of each placemark is one. */
export function readKml(root: XmlElement): FoundZones {
  const reading: Reading = { zones: [], notes: [], colorOf: createKmlColors(root), count: 0 };
  readElement(reading, root);
  return reading;
}

function readElement(reading: Reading, element: XmlElement): void {
  const { name } = element;
  if (name === 'Placemark') {
    readPlacemark(reading, element);
    return;
  }
  const unread = UNREAD[name];
  if (unread !== undefined) reading.notes.push({ name: textOf(element, 'name') ?? name, note: `left out: ${unread}` });
  else if (COLLECTIONS.has(name)) for (const child of element.children) readElement(reading, child);
}

function readPlacemark(reading: Reading, placemark: XmlElement): void {
  reading.count += 1;
  const { zones, notes, colorOf } = reading;
  const place = `placemark ${reading.count}`;
  const name = textOf(placemark, 'name');
  const data = dataOf(placemark);
  const geometries = placemark.children.flatMap(geometriesOf);
  if (geometries.length === 0) notes.push({ name: name ?? place, note: 'left out: has no geometry' });
  for (const [index, geometry] of geometries.entries()) {
    const shape = shapeOf(geometry, data);
    if (shape === undefined) {
      notes.push({ name: name ?? place, note: `left out: ${UNREAD[geometry.name] ?? 'has no positions'}` });
      continue;
    }
    zones.push({
      place,
      name: name !== undefined && geometries.length > 1 ? `${name} ${index + 1}` : name,
      description: textOf(placemark, 'description'),
      color: colorOf(placemark, shape.type),
      home: data.get('home') === 'true',
      shape,
    });
  }
}

/** A geometry, or those that it consists of. */
function geometriesOf(element: XmlElement): readonly XmlElement[] {
  if (MULTIPLE.has(element.name)) return element.children.flatMap(geometriesOf);
  return ['Point', 'LineString', 'LinearRing', 'Polygon', 'Track', 'Model'].includes(element.name) ? [element] : [];
}

/** Named values of a placemark, in either form of ExtendedData. */
function dataOf(placemark: XmlElement): ReadonlyMap<string, string> {
  const extended = childNamed(placemark, 'ExtendedData');
  const values = new Map<string, string>();
  if (extended === undefined) return values;
  for (const data of childrenNamed(extended, 'Data'))
    values.set((data.attributes.name ?? '').toLowerCase(), textOf(data, 'value') ?? '');
  for (const simple of descendants(extended, 'SimpleData'))
    values.set((simple.attributes.name ?? '').toLowerCase(), simple.text.trim());
  return values;
}

function shapeOf(geometry: XmlElement, data: ReadonlyMap<string, string>): FoundShape | undefined {
  switch (geometry.name) {
    case 'Point': {
      const [center] = positionsOf(geometry);
      return center && { type: 'circle', center, radius: sizeOf(data.get('radius')) };
    }
    case 'LineString':
    case 'LinearRing':
      return corridorOf(positionsOf(geometry), data);
    case 'Track':
      return corridorOf(
        childrenNamed(geometry, 'coord').map(({ text }) => positionOf(text.trim().split(/\s+/))),
        data,
      );
    case 'Polygon':
      return polygonOf(geometry);
    default:
      return undefined;
  }
}

const corridorOf = (coordinates: readonly Position[], data: ReadonlyMap<string, string>): FoundShape | undefined =>
  coordinates.length === 0 ? undefined : { type: 'corridor', coordinates, width: sizeOf(data.get('width')) };

function polygonOf(polygon: XmlElement): FoundShape | undefined {
  const boundaries = [...childrenNamed(polygon, 'outerBoundaryIs'), ...childrenNamed(polygon, 'innerBoundaryIs')];
  const rings = boundaries.flatMap((boundary) => childrenNamed(boundary, 'LinearRing')).map(positionsOf);
  const coordinates = rings.filter((ring) => ring.length > 0).map(closed);
  return coordinates.length === 0 ? undefined : { type: 'polygon', coordinates };
}

/** The ring with its first position at the end, which some programs leave out. */
function closed(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = first === undefined || last === undefined || (first[0] === last[0] && first[1] === last[1]);
  return isClosed ? ring : [...ring, first];
}

/** Tuples of longitude, latitude and altitude, separated by spaces. */
const positionsOf = (geometry: XmlElement): Position[] =>
  (textOf(geometry, 'coordinates') ?? '')
    // Programs write a space after the comma, though the tuple ends there.
    .replace(/\s*,\s*/g, ',')
    .split(/\s+/)
    .filter((tuple) => tuple !== '')
    .map((tuple) => positionOf(tuple.split(',')));

const positionOf = ([longitude, latitude]: readonly string[]): Position => [numberOf(longitude), numberOf(latitude)];
