/** Looks for the speed at which a tracker answers. */
export type BaudSearch = {
  /** the one to try now; null: the line has none */
  readonly rate: () => number | null;
  /** Nobody answered; gives back why, as told at the usual speed, where a tracker may have been heard. */
  readonly onNoAnswer: (reason: string) => string;
  /** Somebody answered: so does the next one, most likely. */
  readonly onAnswer: () => void;
  /** has somebody answered at the last attempt? */
  readonly isFound: () => boolean;
};

/** The usual speed at first, and every second time. */
export function createBaudSearch(baudRates: readonly (number | null)[]): BaudSearch {
  let usual = baudRates[0] ?? null;
  let misses = 0;
  let reasonAtUsual: string | undefined;

  function rate(): number | null {
    const others = baudRates.filter((one) => one !== usual);
    return misses % 2 === 0 || others.length === 0 ? usual : (others[(misses >> 1) % others.length] ?? usual);
  }

  return {
    rate,
    onNoAnswer(reason) {
      if (rate() === usual) reasonAtUsual = reason;
      misses += 1;
      return reasonAtUsual ?? reason;
    },
    onAnswer() {
      usual = rate();
      misses = 0;
      reasonAtUsual = undefined;
    },
    isFound: () => misses === 0,
  };
}
