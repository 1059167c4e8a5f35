/** Numbers from 0 to 1 that look random and follow from `seed` (mulberry32). */
export function createPrng(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One seed of many things, each with its weight: a seed of the simulation, a name, an instant. FNV-1a. */
export function hashSeed(...things: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(JSON.stringify(things))) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}
