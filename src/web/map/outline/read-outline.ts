import { mercator } from '../../live/mercator.js';

/** Land and borders of Natural Earth at 1:50 million, in the public domain; `.ci/build/outline.js` makes the file. */
const WORLD_URL = 'app/world.json';

/** A line in the square of the projection; lines that cross the antimeridian go on east or west of the square. */
export type OutlineLine = {
  /** x and y of each point in turn */
  readonly points: Float32Array;
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
};

export type Outline = {
  /** rings; they end where they start */
  readonly land: readonly OutlineLine[];
  readonly borders: readonly OutlineLine[];
};

/** The file: lines as the first point and the differences of the others, in steps of `step` degrees. */
export type OutlineFile = {
  readonly step: number;
  readonly land: readonly (readonly number[])[];
  readonly borders: readonly (readonly number[])[];
};

/** Undefined if the gateway does not have the file. */
export async function fetchOutline(): Promise<Outline | undefined> {
  const response = await fetch(WORLD_URL);
  if (!response.ok) return undefined;
  return readOutline((await response.json()) as OutlineFile);
}

export const readOutline = ({ step, land, borders }: OutlineFile): Outline => ({
  land: land.map((numbers) => readLine(numbers, step)),
  borders: borders.map((numbers) => readLine(numbers, step)),
});

function readLine(numbers: readonly number[], step: number): OutlineLine {
  const points = new Float32Array(numbers.length);
  let [longitude, latitude] = [0, 0];
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    longitude += numbers[index] ?? 0;
    latitude += numbers[index + 1] ?? 0;
    const { x, y } = mercator(latitude * step, longitude * step);
    points[index] = x;
    points[index + 1] = y;
    [minX, maxX] = [Math.min(minX, x), Math.max(maxX, x)];
    [minY, maxY] = [Math.min(minY, y), Math.max(maxY, y)];
  }
  return { points, minX, maxX, minY, maxY };
}
