/** Stands for anything: in a text, for a value, and as the last of a list for more of them. */
const ANYTHING = '…';

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const fits = (expected: string, actual: string): boolean =>
  new RegExp(`^${expected.split(ANYTHING).map(literally).join('.*')}$`, 's').test(actual);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where what is there is not as it is told, as JSON pointers; what is not told may be anything. */
export function unlike(expected: unknown, actual: unknown, at = ''): readonly string[] {
  if (expected === ANYTHING && actual !== undefined) return [];
  if (typeof expected === 'string' && typeof actual === 'string' && fits(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const told = expected.at(-1) === ANYTHING ? expected.slice(0, -1) : expected;
    const length = told.length < expected.length ? Math.min(actual.length, told.length) : actual.length;
    if (told.length !== length) return [`${at || '/'} has ${actual.length}, told are ${told.length}`];
    return told.flatMap((one, place) => unlike(one, actual[place], `${at}/${place}`));
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) => unlike(value, actual[name], `${at}/${name}`));
  }
  if (expected === actual) return [];
  return [`${at || '/'} is ${JSON.stringify(actual)}, told is ${JSON.stringify(expected)}`];
}

/** The lines that are told and do not come, in their order; others may stand between. */
export function missing(expected: string, actual: string): readonly string[] {
  const lines = actual.split('\n').map((line) => line.trimEnd());
  let from = 0;
  return expected
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => {
      if (line === '' || line === ANYTHING) return false;
      const place = lines.findIndex((said, index) => index >= from && fits(line, said));
      if (place >= 0) from = place + 1;
      return place < 0;
    });
}
