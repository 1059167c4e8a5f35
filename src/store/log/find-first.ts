/** The first index below `count` that `isReached` accepts, as it must every later one; `count` if there is none. */
export function findFirst(count: number, isReached: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
