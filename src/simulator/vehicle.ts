import { createPrng } from './prng.js';
import type { Fix } from './fix.js';

/** The simulated depot: Lemmer in the Netherlands, on a polder below sea level. */
export const DEPOT = { latitude: 52.842278, longitude: 5.70582, altitude: -1.5 } as const;

export type Vehicle = {
  /** The fix at a time, ms since 1970. Always the same for the same time. */
  fixAt: (ms: number) => Fix;
};

type VehicleOptions = {
  readonly seed: number;
  /** degrees; default: the depot */
  readonly around?: { readonly latitude: number; readonly longitude: number };
};

/** of latitude (mean meridian degree) */
const METERS_PER_DEGREE = 111_195;
const RADIANS_PER_DEGREE = Math.PI / 180;
const HOUR_MS = 3_600_000;
/** The battery lasts this long, then is full again. */
const BATTERY_MS = 30 * HOUR_MS;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
/** The remainder, never negative. */
const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** A vehicle on its own closed, winding route of a few km around a place, at a varying speed of 2 to 26 m/s. */
export function createVehicle({ seed, around = DEPOT }: VehicleOptions): Vehicle {
  const random = createPrng(seed);
  const radius = 600 + 800 * random();
  const roundMs = (2_000 * Math.PI * radius) / (9 + 4 * random());
  const [start, bend, wind, charge] = [random(), random() * 2 * Math.PI, random() * 2 * Math.PI, random()];
  const clockwise = random() < 0.5 ? 1 : -1;

  /** m east and north of the center */
  function positionAt(ms: number): { readonly east: number; readonly north: number } {
    const progress = modulo(ms / roundMs + start, 1);
    const angle = clockwise * 2 * Math.PI * (progress + 0.02 * Math.sin(10 * Math.PI * progress));
    const distance = radius * (1 + 0.15 * Math.sin(2 * angle + bend) + 0.08 * Math.sin(3 * angle + wind));
    return { east: distance * Math.sin(angle), north: distance * Math.cos(angle) };
  }

  return {
    fixAt(ms) {
      const { east, north } = positionAt(ms);
      const before = positionAt(ms - 500);
      const after = positionAt(ms + 500);
      const [eastwards, northwards] = [after.east - before.east, after.north - before.north];
      const latitude = around.latitude + north / METERS_PER_DEGREE;
      return {
        dateTime: new Date(ms).toISOString(),
        latitude: round(latitude, 6),
        longitude: round(
          around.longitude + east / (METERS_PER_DEGREE * Math.cos(around.latitude * RADIANS_PER_DEGREE)),
          6,
        ),
        speed: round(Math.hypot(eastwards, northwards), 2),
        course: round(modulo(Math.atan2(eastwards, northwards) / RADIANS_PER_DEGREE, 360), 1) % 360,
        altitude: round(DEPOT.altitude + Math.sin(east / 300), 1),
        satellites: 8 + Math.round(2 + 2 * Math.sin(ms / HOUR_MS + bend)),
        battery: Math.round(100 - 90 * modulo(ms / BATTERY_MS + charge, 1)),
      };
    },
  };
}
