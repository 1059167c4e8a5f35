/** The numbers from 0 to `count` - 1 out of order, each as likely at any place. */
export function shuffled(count: number, dice: () => number): number[] {
  const order = Array.from({ length: count }, (_, place) => place);
  for (let place = count - 1; place > 0; place -= 1) {
    const other = Math.floor(dice() * (place + 1));
    [order[place], order[other]] = [order[other] ?? other, order[place] ?? place];
  }
  return order;
}
