import type { FolderCheck } from '../../store/check/check.js';
import { fault, ok, type CheckFinding } from './finding.js';

/** What reading the whole store has found. What is no more than a note is well. */
export function checkStore({ entries, segments, findings }: FolderCheck): CheckFinding[] {
  const problems = findings.map(({ file, what, weight, remedy }) =>
    weight === 'note' ? ok('store', `${file}: ${what}; ${remedy}`) : fault('store', `${file}: ${what}`, remedy),
  );
  const isWhole = problems.every(({ state }) => state === 'ok');
  return isWhole
    ? [...problems, ok('store', `${entries} entries in ${segments} segments, all of them whole`)]
    : problems;
}
