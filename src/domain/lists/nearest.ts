/** Edits that a typing mistake may take; more is another word. */
const MAX_EDITS = 3;
/** The same where the words are many and near each other, such as the keys of the configuration. */
export const FEW_EDITS = 2;
/** A longer word is no mistyped name. */
const MAX_LENGTH = 64;

/** The candidate that differs least from a mistyped word; undefined if none is near. */
export function nearest(word: string, candidates: readonly string[], maxEdits = MAX_EDITS): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  return candidates
    .map((candidate) => ({ candidate, edits: editsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.min(maxEdits, Math.floor(candidate.length / 2)))
    .sort((a, b) => a.edits - b.edits)[0]?.candidate;
}

/** `: did you mean timeZone?`, or empty if no candidate is near. */
export function didYouMean(word: string, candidates: readonly string[], maxEdits = MAX_EDITS): string {
  const near = nearest(word, candidates, maxEdits);
  return near === undefined ? '' : `: did you mean ${near}?`;
}

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
