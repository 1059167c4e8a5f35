import { compactColumn, type Column } from './compact-column.js';

/** Names of streams, each with a number from 0 on. A log has hundreds of segments, mostly of the same streams. */
export type StreamNames = {
  /** the number of a name; a new one if it has none */
  readonly add: (name: string) => number;
  readonly numberOf: (name: string) => number | undefined;
  readonly nameOf: (number: number) => string;
  readonly count: () => number;
  /** of a list of names, with a space between them; the same list again takes hardly any time */
  readonly ofList: (list: string) => NumberedNames;
};

/** The numbers of the names of a segment, and the places of these numbers from the lowest number on. */
export type NumberedNames = { readonly numbers: Column; readonly places: Column };

export function numberNames(names: readonly string[], { add }: Pick<StreamNames, 'add'>): NumberedNames {
  const numbers = names.map(add);
  const places = [...numbers.keys()].sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  return { numbers: compactColumn(numbers), places: compactColumn(places) };
}

/** A number has two bytes in each segment until then. */
const MAX_NAMES = 65_536;

function createNames(): StreamNames {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  // Devices that report all the time are in every segment.
  let last: { readonly list: string; readonly numbered: NumberedNames } | undefined;
  function add(name: string): number {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, names.length);
    return names.push(name) - 1;
  }
  return {
    add,
    ofList(list) {
      if (last?.list !== list) last = { list, numbered: numberNames(list === '' ? [] : list.split(' '), { add }) };
      return last.numbered;
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
