import type { Position } from '../../../schema/zones/shape.js';
import type { Zone } from '../../../schema/zones/zone.js';
import { decimal, element, escapeXml } from '../../xml-text.js';

export const KML = 'application/vnd.google-earth.kml+xml';

/** KML 2.2: a circle is a point, a corridor a line; ExtendedData has radius and width, which KML has no element for. */
export function* toKml(zones: readonly Zone[]): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n';
  yield '<name>Zones</name>\n';
  for (const zone of zones) yield placemark(zone);
  yield '</Document></kml>\n';
}

function placemark({ name, description, color, home, shape }: Zone): string {
  const size = shape.type === 'circle' ? shape.radius : shape.type === 'corridor' ? shape.width : undefined;
  const data =
    dataOf(shape.type === 'circle' ? 'radius' : 'width', size === undefined ? undefined : decimal(size)) +
    dataOf('home', home ? 'true' : undefined);
  const content =
    element('name', escapeXml(name)) +
    element('description', description === '' ? undefined : escapeXml(description)) +
    element('Style', styleOf(color)) +
    element('ExtendedData', data === '' ? undefined : data) +
    geometryOf(shape);
  return `${element('Placemark', content)}\n`;
}

const dataOf = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `<Data name="${name}">${element('value', value)}</Data>`;

/** KML writes opacity, blue, green and red; the area is filled to a third. */
function styleOf(color: string | undefined): string | undefined {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(color ?? '') ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const bgr = `${blue}${green}${red}`.toLowerCase();
  const colored = (style: string, opacity: string): string => element(style, element('color', `${opacity}${bgr}`));
  return colored('IconStyle', 'ff') + colored('LineStyle', 'ff') + colored('PolyStyle', '55');
}

function geometryOf(shape: Zone['shape']): string {
  switch (shape.type) {
    case 'circle':
      return element('Point', coordinatesOf([shape.center]));
    case 'corridor':
      return element('LineString', coordinatesOf(shape.coordinates));
    case 'polygon':
      return element(
        'Polygon',
        shape.coordinates
          .map((ring, index) =>
            element(index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs', element('LinearRing', coordinatesOf(ring))),
          )
          .join(''),
      );
  }
}

const coordinatesOf = (line: readonly Position[]): string =>
  element('coordinates', line.map(([longitude, latitude]) => `${decimal(longitude)},${decimal(latitude)}`).join(' '));
