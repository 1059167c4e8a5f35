/** The numbers from 0 to `count` - 1 in random order (Fisher-Yates). */
export function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other] ?? other, order[index] ?? index];
  }
  return order;
}
