/** Pseudo-random numbers from 0 to 1 (mulberry32). */
export function createPrng(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Combines several values, such as a seed, a name and a time, to one seed. FNV-1a. */
export function hashSeed(...values: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(JSON.stringify(values))) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}
