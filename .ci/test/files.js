// The compiled files of a suite, in its order.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ENDING = /\.test\.tsx?$/;

/** `suite`: a row of .ci/suites.cjs. Paths are relative to the checkout. */
export function filesOf({ files, ignore = [] }) {
  const names = readdirSync('test', { recursive: true })
    .filter((name) => ENDING.test(name))
    .map((name) => name.replace(ENDING, ''))
    .filter((name) => files.some((pattern) => pattern.test(name)) && !ignore.some((pattern) => pattern.test(name)));
  const placeOf = (name) => files.findIndex((pattern) => pattern.test(name));
  return names
    .sort((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
    .map((name) => join('dist/test', `${name}.test.js`));
}
