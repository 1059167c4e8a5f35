/** Units of speed, in m/s. Speeds are stored in m/s. */
export const KMH = 1 / 3.6;
export const KNOT = 1852 / 3600;
export const MPH = 0.44704;

/** A speed as stored: in m/s, to 0.1 mm/s, so that the same report always gives the same number. */
export const speedIn = (unit: number, value: number): number => Math.round(value * unit * 1e4) / 1e4;
