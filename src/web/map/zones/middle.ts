import type { WorldPoint } from '../../live/mercator.js';

/** Rows in which the widest place is looked for. */
const ROWS = 7;

/** The middle of the widest place of an area, where a name fits best; `rings`: the outer one, then its holes. */
export function middleOf(rings: readonly (readonly number[])[]): WorldPoint {
  const outer = rings[0] ?? [];
  const ys = outer.filter((_value, index) => index % 2 === 1);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  let widest = { x: outer[0] ?? 0, y: outer[1] ?? 0, width: 0 };
  // From the middle outwards, so that of equally wide places the middle one is taken.
  for (const row of [...Array(ROWS).keys()].sort((a, b) => fromMiddle(a) - fromMiddle(b))) {
    const y = top + ((bottom - top) * (row + 1)) / (ROWS + 1);
    const crossings = rings.flatMap((ring) => crossingsOf(ring, y)).sort((a, b) => a - b);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const [left = 0, right = 0] = [crossings[index], crossings[index + 1]];
      if (right - left > widest.width * 1.001) widest = { x: (left + right) / 2, y, width: right - left };
    }
  }
  return { x: widest.x, y: widest.y };
}

const fromMiddle = (row: number): number => Math.abs(row - (ROWS - 1) / 2);

function crossingsOf(ring: readonly number[], at: number): number[] {
  const crossings: number[] = [];
  let [x, y] = [ring.at(-2) ?? 0, ring.at(-1) ?? 0];
  for (let index = 0; index + 1 < ring.length; index += 2) {
    const [nextX = 0, nextY = 0] = [ring[index], ring[index + 1]];
    if (y > at !== nextY > at) crossings.push(x + ((at - y) * (nextX - x)) / (nextY - y));
    [x, y] = [nextX, nextY];
  }
  return crossings;
}
