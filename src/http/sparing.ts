/**
 * Lets `most` things through in a minute. Undefined: this one is held back; a number: it goes through, and so many were
 * held back since the last that did.
 */
export function createSparing(monotonic: () => number, most: number): () => number | undefined {
  const WINDOW_MS = 60_000;
  let begin = -WINDOW_MS;
  let passed = 0;
  let heldBack = 0;
  return () => {
    const now = monotonic();
    if (now - begin >= WINDOW_MS) {
      begin = now;
      passed = 0;
    }
    if (passed >= most) {
      heldBack += 1;
      return undefined;
    }
    passed += 1;
    const before = heldBack;
    heldBack = 0;
    return before;
  };
}
