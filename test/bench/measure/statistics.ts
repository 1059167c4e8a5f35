/** NaN of nothing. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The median of the ratios of each round, because the machine may be slower in one round than in another. */
export const medianRatio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, round) => value / (others[round] ?? NaN)));
