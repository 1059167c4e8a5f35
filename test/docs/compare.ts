/** Matches anything: in a text, as a value, and as the last item of a list for more items. */
const ANYTHING = '…';

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const fits = (expected: string, actual: string): boolean =>
  new RegExp(`^${expected.split(ANYTHING).map(literally).join('.*')}$`, 's').test(actual);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON pointers where the actual value differs from the documented one; undocumented fields may have any value. */
export function unlike(expected: unknown, actual: unknown, at = ''): readonly string[] {
  if (expected === ANYTHING && actual !== undefined) return [];
  if (typeof expected === 'string' && typeof actual === 'string' && fits(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const documented = expected.at(-1) === ANYTHING ? expected.slice(0, -1) : expected;
    const length = documented.length < expected.length ? Math.min(actual.length, documented.length) : actual.length;
    if (documented.length !== length) return [`${at || '/'} has ${actual.length}, expected ${documented.length}`];
    return documented.flatMap((one, place) => unlike(one, actual[place], `${at}/${place}`));
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) => unlike(value, actual[name], `${at}/${name}`));
  }
  if (expected === actual) return [];
  return [`${at || '/'} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`];
}

/** The documented lines that are missing, in order; other lines may stand between them. */
export function missing(expected: string, actual: string): readonly string[] {
  const lines = actual.split('\n').map((line) => line.trimEnd());
  let from = 0;
  return expected
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => {
      if (line === '' || line === ANYTHING) return false;
      const place = lines.findIndex((actualLine, index) => index >= from && fits(line, actualLine));
      if (place >= 0) from = place + 1;
      return place < 0;
    });
}
