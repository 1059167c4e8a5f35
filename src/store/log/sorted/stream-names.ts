/** Names of streams, each with a number from 0 on. A log has hundreds of segments, mostly of the same streams. */
export type StreamNames = {
  /** the number of a name; a new one if it has none */
  readonly add: (name: string) => number;
  readonly numberOf: (name: string) => number | undefined;
  readonly nameOf: (number: number) => string;
  readonly count: () => number;
};

/** A number has two bytes in each segment until then. */
const MAX_NAMES = 65_536;

function createNames(): StreamNames {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  return {
    add(name) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, names.length);
      return names.push(name) - 1;
    },
    numberOf: (name) => numbers.get(name),
    nameOf: (number) => names[number] ?? '',
    count: () => names.length,
  };
}

/** The names that the table of the next segment has its numbers from. */
export type SharedNames = () => StreamNames;

/**
 * Returns a function that gives the names for the next segment: the same ones, or new ones once they are many. So those of
 * devices that are gone are forgotten with the segments that have them.
 */
export function createSharedNames(): SharedNames {
  let names = createNames();
  return () => {
    if (names.count() >= MAX_NAMES) names = createNames();
    return names;
  };
}
