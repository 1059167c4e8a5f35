import { createGapRule } from '../../domain/records/gap.js';

/** Values over time; null: none. */
export type Samples = { readonly times: readonly number[]; readonly values: readonly (readonly (number | null)[])[] };

/** Adds an empty sample to each gap, so that no line crosses it. `times`: s since 1970, ascending. */
export function breakAtGaps({ times, values }: Samples): Samples {
  const isGap = createGapRule(times.map((seconds) => seconds * 1000));
  const starts = times.flatMap((time, index) => {
    const before = times[index - 1];
    return before !== undefined && isGap(before * 1000, time * 1000) ? [index] : [];
  });
  if (starts.length === 0) return { times, values };
  return {
    times: withEach(times, starts, (index) => ((times[index - 1] ?? 0) + (times[index] ?? 0)) / 2),
    values: values.map((own) => withEach(own, starts, () => null)),
  };
}

/** The list with one more element before each of the indexes, which ascend. */
function withEach<T>(list: readonly T[], indexes: readonly number[], elementAt: (index: number) => T): T[] {
  const parts = indexes.map((index, place) => [...list.slice(indexes[place - 1] ?? 0, index), elementAt(index)]);
  return [...parts.flat(), ...list.slice(indexes.at(-1))];
}
