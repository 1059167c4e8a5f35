import { mercator, type WorldPoint } from '../../live/mercator.js';
import type { Track } from '../../map/track.js';

/** A drawing of a track in a box, in its units; x to the right, y downwards. */
export type Sketch = {
  readonly width: number;
  readonly height: number;
  /** the lines of the track as an SVG path, cut at gaps */
  readonly path: string;
  readonly toBox: (latitude: number, longitude: number) => { readonly x: number; readonly y: number };
  /** a round length (m) that is `length` long in the drawing */
  readonly scale: { readonly meters: number; readonly length: number };
};

const WIDTH = 1_000;
const MIN_HEIGHT = 300;
const MAX_HEIGHT = 520;
/** Room for the numbers of the stops. */
const PADDING = 34;
/** m; a day at one place is drawn as a place, not as the noise of its receiver */
const MIN_SIZE_M = 400;
const EARTH_M = 40_075_017;
/** Points closer to the previous one would only make the drawing larger. */
const MIN_STEP = 1.5;
const MAX_SCALE_SHARE = 0.3;

/** Draws a track with at least one location. */
export function drawSketch(track: Track): Sketch {
  const points = track.locations.map(({ latitude, longitude }, index) =>
    mercator(latitude, track.longitudes[index] ?? longitude),
  );
  const [left, right] = bounds(points.map(({ x }) => x));
  const [top, bottom] = bounds(points.map(({ y }) => y));
  const metersPerWorld = EARTH_M * Math.cos(((track.locations[0]?.latitude ?? 0) * Math.PI) / 180);
  const minSize = MIN_SIZE_M / metersPerWorld;
  const [wide, high] = [Math.max(right - left, minSize), Math.max(bottom - top, minSize)];
  const unit = Math.min((WIDTH - 2 * PADDING) / wide, (MAX_HEIGHT - 2 * PADDING) / high);
  const height = Math.max(MIN_HEIGHT, Math.round(high * unit + 2 * PADDING));
  const place = ({ x, y }: WorldPoint) => ({
    x: WIDTH / 2 + (x - (left + right) / 2) * unit,
    y: height / 2 + (y - (top + bottom) / 2) * unit,
  });
  const turnsOf = (longitude: number): number => Math.round((centerOf(track) - longitude) / 360) * 360;
  return {
    width: WIDTH,
    height,
    path: pathOf(points.map(place), track.isAfterGap),
    toBox: (latitude, longitude) => place(mercator(latitude, longitude + turnsOf(longitude))),
    scale: scaleOf(unit / metersPerWorld),
  };
}

const centerOf = ({ longitudes }: Track): number => {
  const [west, east] = bounds(longitudes);
  return (west + east) / 2;
};

function bounds(values: readonly number[]): readonly [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) [min, max] = [Math.min(min, value), Math.max(max, value)];
  return [min, max];
}

function pathOf(points: readonly { readonly x: number; readonly y: number }[], isAfterGap: readonly boolean[]): string {
  const parts: string[] = [];
  let last = { x: NaN, y: NaN };
  for (const [index, point] of points.entries()) {
    const starts = isAfterGap[index] === true;
    const endsLine = index === points.length - 1 || isAfterGap[index + 1] === true;
    if (!starts && !endsLine && Math.hypot(point.x - last.x, point.y - last.y) < MIN_STEP) continue;
    // A line of no length is a dot with round ends.
    parts.push(`${starts ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}${starts && endsLine ? 'h0' : ''}`);
    last = point;
  }
  return parts.join('');
}

/** 1, 2 or 5 times a power of ten. */
function scaleOf(lengthPerMeter: number): Sketch['scale'] {
  const maxMeters = (WIDTH * MAX_SCALE_SHARE) / lengthPerMeter;
  const power = 10 ** Math.floor(Math.log10(maxMeters));
  const meters = ([5, 2, 1].find((step) => step * power <= maxMeters) ?? 1) * power;
  return { meters, length: meters * lengthPerMeter };
}
