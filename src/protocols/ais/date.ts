/**
 * The instant of a report, ms since 1970: the latest one before its reception with its UTC second. Two receivers get the
 * same result, so a report that both receive is one record.
 */
export function instantOfSecond(second: number | undefined, receivedAt: number): number {
  const receivedSecond = Math.floor(receivedAt / 1000);
  const age = second === undefined ? 0 : (((receivedSecond - second) % 60) + 60) % 60;
  return Math.max(0, receivedSecond - age) * 1000;
}
