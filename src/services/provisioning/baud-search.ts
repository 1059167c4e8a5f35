/** Searches the baud rate of a tracker. */
export type BaudSearch = {
  /** the rate to try now; null: the port has none */
  readonly rate: () => number | null;
  /** Call if no tracker replied; returns the reason at the usual rate, because it is the most informative. */
  readonly onNoAnswer: (reason: string) => string;
  /** Call when a tracker replied: its rate becomes the usual one. */
  readonly onAnswer: () => void;
  /** did a tracker reply at the last attempt? */
  readonly isFound: () => boolean;
};

/** Tries the usual rate first and at every second attempt, the other rates in turn in between. */
export function createBaudSearch(baudRates: readonly (number | null)[]): BaudSearch {
  let usual = baudRates[0] ?? null;
  let misses = 0;
  let reasonAtUsual: string | undefined;

  function rate(): number | null {
    const others = baudRates.filter((baudRate) => baudRate !== usual);
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
