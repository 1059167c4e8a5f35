import { WaypostError } from '../../errors.js';

/** Edits that a typing mistake may take; more is another word. */
const MAX_EDITS = 3;

/** `: did you mean list?`, or empty if no candidate is near. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const near = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.min(MAX_EDITS, Math.floor(candidate.length / 2)))
    .sort((a, b) => a.edits - b.edits);
  return near[0] === undefined ? '' : `: did you mean ${near[0].candidate}?`;
}

/** `path`: the words before the unknown one, like `waypost device`. */
export const unknownCommandError = (word: string, path: string, commands: readonly string[]): WaypostError =>
  new WaypostError(
    'not_found',
    `unknown command "${word}"${suggestion(word, commands) || ':'} ${path} --help lists the commands`,
  );

/** Letters to insert, remove, replace, or swap with the next one (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforePrevious[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
