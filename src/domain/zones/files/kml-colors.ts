import type { Shape } from '../../../schema/zones/shape.js';
import { childNamed, descendants, textOf, type XmlElement } from './xml-tree.js';

/** `#rrggbb` of a placemark; undefined if it has none. */
export type ColorOf = (placemark: XmlElement, type: Shape['type']) => string | undefined;

/** The kinds of style that color a shape, the best first. */
const STYLES: Readonly<Record<Shape['type'], readonly string[]>> = {
  polygon: ['PolyStyle', 'LineStyle'],
  corridor: ['LineStyle', 'PolyStyle'],
  circle: ['IconStyle', 'PolyStyle', 'LineStyle'],
};

/** The colors of the file: a style in the placemark, or a shared one that it names, also by the map of its states. */
export function createKmlColors(root: XmlElement): ColorOf {
  const styles = byId(root, 'Style');
  const maps = byId(root, 'StyleMap');

  /** Only of this file: nothing is fetched. */
  function styleAt(url: string | undefined): XmlElement | undefined {
    if (url?.startsWith('#') !== true) return undefined;
    const id = url.slice(1);
    const normal = maps.get(id)?.children.find((pair) => textOf(pair, 'key') === 'normal');
    return styles.get(id) ?? styles.get((textOf(normal, 'styleUrl') ?? '').slice(1));
  }

  return (placemark, type) => {
    const own = childNamed(placemark, 'Style');
    const shared = styleAt(textOf(placemark, 'styleUrl'));
    for (const style of [own, shared]) {
      for (const kind of STYLES[type]) {
        const color = readColor(textOf(childNamed(style, kind), 'color'));
        if (color !== undefined) return color;
      }
    }
    return undefined;
  };
}

function byId(root: XmlElement, name: string): ReadonlyMap<string, XmlElement> {
  return new Map([...descendants(root, name)].map((style) => [style.attributes.id ?? '', style]));
}

/** KML writes opacity, blue, green and red. */
function readColor(text = ''): string | undefined {
  const [, blue, green, red] = /^#?[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  return red === undefined ? undefined : `#${red}${green ?? ''}${blue ?? ''}`.toLowerCase();
}
