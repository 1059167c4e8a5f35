/** A rectangle in pixels. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** x and y of each point in turn */
type Points = readonly number[];

type Edge = {
  readonly isInside: (x: number, y: number) => boolean;
  /** how far along from the first point to the second the edge is crossed, 0 to 1 */
  readonly crossing: (x: number, y: number, nextX: number, nextY: number) => number;
};

const edgesOf = ({ left, top, right, bottom }: Box): readonly Edge[] => [
  { isInside: (x) => x >= left, crossing: (x, _y, nextX) => (left - x) / (nextX - x) },
  { isInside: (x) => x <= right, crossing: (x, _y, nextX) => (right - x) / (nextX - x) },
  { isInside: (_x, y) => y >= top, crossing: (_x, y, _nextX, nextY) => (top - y) / (nextY - y) },
  { isInside: (_x, y) => y <= bottom, crossing: (_x, y, _nextX, nextY) => (bottom - y) / (nextY - y) },
];

/** The part of a closed ring inside the box (Sutherland-Hodgman), because a canvas draws lines of a million pixels badly. */
export const clipRing = (ring: Points, box: Box): Points => edgesOf(box).reduce(clipAtEdge, ring);

function clipAtEdge(ring: Points, { isInside, crossing }: Edge): Points {
  const clipped: number[] = [];
  let x = ring.at(-2) ?? 0;
  let y = ring.at(-1) ?? 0;
  for (let index = 0; index + 1 < ring.length; index += 2) {
    const [nextX = 0, nextY = 0] = [ring[index], ring[index + 1]];
    const isNextInside = isInside(nextX, nextY);
    if (isInside(x, y) !== isNextInside) {
      const share = crossing(x, y, nextX, nextY);
      clipped.push(x + (nextX - x) * share, y + (nextY - y) * share);
    }
    if (isNextInside) clipped.push(nextX, nextY);
    [x, y] = [nextX, nextY];
  }
  return clipped;
}
