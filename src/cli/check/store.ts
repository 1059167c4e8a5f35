import type { Checked } from '../../store/check.js';
import { fault, ok, type CheckLine } from './check-line.js';

/** What reading the whole store has found. What is no more than a note is well. */
export function checkStore({ entries, segments, findings }: Checked): CheckLine[] {
  const lines = findings.map(({ file, what, weight, remedy }) =>
    weight === 'note' ? ok('store', `${file}: ${what}; ${remedy}`) : fault('store', `${file}: ${what}`, remedy),
  );
  const isWhole = lines.every(({ state }) => state === 'ok');
  return isWhole ? [...lines, ok('store', `${entries} entries in ${segments} segments, all of them whole`)] : lines;
}
