/** Reproducible random numbers for hundreds of millions of bytes, for which fast-check would take hours. */
export type Random = {
  /** a whole number below `limit`, at most 2^32 */
  readonly below: (limit: number) => number;
  readonly pick: <Value>(values: readonly Value[]) => Value;
  readonly fill: (block: Buffer) => Buffer;
};

/** Xorshift of 32 bits (Marsaglia, 2003): its period is 2^32 - 1 words. */
export function createRandom(seed: number): Random {
  // Neighboring seeds start far apart; 0 would stay 0.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
  for (let turn = 0; turn < 16; turn += 1) next();
  const below = (limit: number): number => Math.floor(((next() >>> 0) / 2 ** 32) * limit);
  return {
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('there is nothing to pick from');
      return value;
    },
    fill(block) {
      for (let at = 0; at + 4 <= block.length; at += 4) block.writeInt32LE(next(), at);
      return block;
    },
  };
}
