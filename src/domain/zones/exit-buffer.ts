/** A fix is rarely better than this, m. */
const MIN_BUFFER = 20;

/** A device that is only this far out of a zone, m, has not left it; `accuracy`: of the fix, m. */
export const exitBuffer = (accuracy = 0): number => Math.max(MIN_BUFFER, accuracy);
