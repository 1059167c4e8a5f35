/** Looks for the speed at which a tracker answers. */
export type Search = {
  /** the one to try now; null: the line has none */
  readonly rate: () => number | null;
  /** Nobody answered; gives back why, as told at the usual speed, where a tracker may have been heard. */
  readonly missed: (why: string) => string;
  /** Somebody answered: so does the next one, most likely. */
  readonly found: () => void;
  /** has somebody answered at the last attempt? */
  readonly isOver: () => boolean;
};

/** The usual speed at first, and every second time. */
export function createSearch(baudRates: readonly (number | null)[]): Search {
  let usual = baudRates[0] ?? null;
  let misses = 0;
  let whyAtUsual: string | undefined;

  function rate(): number | null {
    const others = baudRates.filter((one) => one !== usual);
    return misses % 2 === 0 || others.length === 0 ? usual : (others[(misses >> 1) % others.length] ?? usual);
  }

  return {
    rate,
    missed(why) {
      if (rate() === usual) whyAtUsual = why;
      misses += 1;
      return whyAtUsual ?? why;
    },
    found() {
      usual = rate();
      misses = 0;
      whyAtUsual = undefined;
    },
    isOver: () => misses === 0,
  };
}
