/** Random numbers from 0 to 1, reproducible by their seed. */
export type Random = () => number;

/** A whole number from `low` to `high`, both included. */
export const randomInt = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));
