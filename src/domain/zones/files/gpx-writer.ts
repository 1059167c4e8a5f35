import type { Position } from '../../../schema/zones/shape.js';
import type { Zone } from '../../../schema/zones/zone.js';
import { gpxPosition } from '../../records/gpx.js';
import { decimal, element, escapeXml } from '../../xml-text.js';

export const GPX = 'application/gpx+xml';

type ShapeType = Zone['shape']['type'];

/**
 * GPX 1.1 has no areas: a circle is a waypoint, a corridor a route, and a polygon a track of the type `polygon` with a
 * segment for each ring. Radius, width and color are extensions. The schema wants waypoints, routes and tracks in this order.
 */
export function* toGpx(zones: readonly Zone[]): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Waypost" ';
  yield 'xmlns="http://www.topografix.com/GPX/1/1" xmlns:waypost="urn:waypost:zone">\n';
  yield '<metadata><name>Zones</name></metadata>\n';
  for (const type of ['circle', 'corridor', 'polygon'] as const satisfies readonly ShapeType[])
    for (const zone of zones) if (zone.shape.type === type) yield `${elementOf(zone)}\n`;
  yield '</gpx>\n';
}

function elementOf(zone: Zone): string {
  const { shape } = zone;
  switch (shape.type) {
    case 'circle':
      return point('wpt', shape.center, aboutOf(zone) + extensionsOf(zone, extension('radius', decimal(shape.radius))));
    case 'corridor': {
      const about = aboutOf(zone) + extensionsOf(zone, extension('width', decimal(shape.width)));
      return element('rte', about + shape.coordinates.map((position) => point('rtept', position)).join(''));
    }
    case 'polygon': {
      const segments = shape.coordinates.map((ring) =>
        element('trkseg', ring.map((position) => point('trkpt', position)).join('')),
      );
      return element('trk', aboutOf(zone) + element('type', 'polygon') + extensionsOf(zone, '') + segments.join(''));
    }
  }
}

const aboutOf = ({ name, description }: Zone): string =>
  element('name', escapeXml(name)) + element('desc', description === '' ? undefined : escapeXml(description));

const extension = (name: string, text: string | undefined): string => element(`waypost:${name}`, text);

function extensionsOf({ color, home }: Zone, size: string): string {
  const content = size + extension('color', color) + extension('home', home ? 'true' : undefined);
  return content === '' ? '' : element('extensions', content);
}

const point = (name: string, [longitude, latitude]: Position, content = ''): string =>
  `<${name} ${gpxPosition(latitude, longitude)}>${content}</${name}>`;
