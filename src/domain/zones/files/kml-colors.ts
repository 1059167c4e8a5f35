import type { Shape } from '../../../schema/zones/shape.js';
import { childNamed, descendants, textOf, type XmlElement } from './xml-tree.js';

/** `#rrggbb` of the shapes of a type; undefined if the placemark has none. */
export type PlacemarkColors = (type: Shape['type']) => string | undefined;
type Colors = Readonly<Record<Shape['type'], string | undefined>>;

/** The kinds of style that color a shape, the best first. */
const STYLES: Readonly<Record<Shape['type'], readonly string[]>> = {
  polygon: ['PolyStyle', 'LineStyle'],
  corridor: ['LineStyle', 'PolyStyle'],
  circle: ['IconStyle', 'PolyStyle', 'LineStyle'],
};

/**
 * The colors of the file: a style in the placemark, or a shared one that it names, also by the map of its states. Each
 * style is read once, however many placemarks name it.
 */
export function createKmlColors(root: XmlElement): (placemark: XmlElement) => PlacemarkColors {
  const styles = new Map(byId(root, 'Style').map(([id, style]) => [id, readStyle(style)]));
  const maps = new Map(byId(root, 'StyleMap').map(([id, map]) => [id, normalOf(map)]));

  /** Only of this file: nothing is fetched. */
  function sharedAt(url: string | undefined): Colors | undefined {
    if (url?.startsWith('#') !== true) return undefined;
    const id = url.slice(1);
    return styles.get(id) ?? styles.get(maps.get(id) ?? '');
  }

  return (placemark) => {
    const style = childNamed(placemark, 'Style');
    const own = style === undefined ? undefined : readStyle(style);
    const shared = sharedAt(textOf(placemark, 'styleUrl'));
    return (type) => own?.[type] ?? shared?.[type];
  };
}

const byId = (root: XmlElement, name: string): readonly (readonly [string, XmlElement])[] =>
  descendants(root, name).map((style) => [style.attributes.id ?? '', style]);

/** The id of the style that a map has for what is not highlighted. */
function normalOf(map: XmlElement): string {
  const normal = map.children.find((pair) => textOf(pair, 'key') === 'normal');
  return (textOf(normal, 'styleUrl') ?? '').slice(1);
}

function readStyle(style: XmlElement): Colors {
  const colorOf = (type: Shape['type']): string | undefined => {
    for (const kind of STYLES[type]) {
      const color = readColor(textOf(childNamed(style, kind), 'color'));
      if (color !== undefined) return color;
    }
    return undefined;
  };
  return { polygon: colorOf('polygon'), corridor: colorOf('corridor'), circle: colorOf('circle') };
}

/** KML writes opacity, blue, green and red. */
function readColor(text = ''): string | undefined {
  const [, blue, green, red] = /^#?[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  return red === undefined ? undefined : `#${red}${green ?? ''}${blue ?? ''}`.toLowerCase();
}
