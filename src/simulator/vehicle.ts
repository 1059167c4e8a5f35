import { createDice } from './dice.js';
import type { Fix } from './fix.js';

/** Where the simulated depot stands: Lemmer in the Netherlands, on made land below the sea's level. */
export const depot = { latitude: 52.842278, longitude: 5.70582, altitude: -1.5 } as const;

export type Vehicle = {
  /** The fix at an instant, ms since 1970: the same one whenever it is asked for. */
  fixAt: (ms: number) => Fix;
};

type VehicleOptions = {
  readonly seed: number;
  /** degrees; the depot when left out */
  readonly around?: { readonly latitude: number; readonly longitude: number };
};

/** m in a degree of latitude (a mean meridian degree) */
const metresPerDegree = 111_195;
const radians = Math.PI / 180;
const hourMs = 3_600_000;
/** a battery lasts this long, and is full again at once */
const batteryMs = 30 * hourMs;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
/** a remainder that is never negative */
const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/**
 * A vehicle on its own winding round about a place, a few km long, at 2 to 26 m/s: slower where a town would be,
 * faster on the straight.
 */
export function createVehicle({ seed, around = depot }: VehicleOptions): Vehicle {
  const dice = createDice(seed);
  const radius = 600 + 800 * dice();
  const roundMs = (2_000 * Math.PI * radius) / (9 + 4 * dice());
  const [start, bend, wind, tank] = [dice(), dice() * 2 * Math.PI, dice() * 2 * Math.PI, dice()];
  const clockwise = dice() < 0.5 ? 1 : -1;

  /** m east and north of the middle */
  function placeAt(ms: number): { readonly east: number; readonly north: number } {
    const rounds = modulo(ms / roundMs + start, 1);
    const angle = clockwise * 2 * Math.PI * (rounds + 0.02 * Math.sin(10 * Math.PI * rounds));
    const distance = radius * (1 + 0.15 * Math.sin(2 * angle + bend) + 0.08 * Math.sin(3 * angle + wind));
    return { east: distance * Math.sin(angle), north: distance * Math.cos(angle) };
  }

  return {
    fixAt(ms) {
      const { east, north } = placeAt(ms);
      const before = placeAt(ms - 500);
      const after = placeAt(ms + 500);
      const [eastwards, northwards] = [after.east - before.east, after.north - before.north];
      const latitude = around.latitude + north / metresPerDegree;
      return {
        dateTime: new Date(ms).toISOString(),
        latitude: round(latitude, 6),
        longitude: round(around.longitude + east / (metresPerDegree * Math.cos(around.latitude * radians)), 6),
        speed: round(Math.hypot(eastwards, northwards), 2),
        course: round(modulo(Math.atan2(eastwards, northwards) / radians, 360), 1) % 360,
        altitude: round(depot.altitude + Math.sin(east / 300), 1),
        satellites: 8 + Math.round(2 + 2 * Math.sin(ms / hourMs + bend)),
        battery: Math.round(100 - 90 * modulo(ms / batteryMs + tank, 1)),
      };
    },
  };
}
