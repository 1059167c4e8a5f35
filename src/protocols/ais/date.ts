/**
 * The instant of a report, ms since 1970: the last one up to when it was heard that has its UTC second. Two receivers
 * give the same one, so that what they both hear is one record.
 */
export function instantOfSecond(second: number | undefined, receivedAt: number): number {
  const receivedSecond = Math.floor(receivedAt / 1000);
  const age = second === undefined ? 0 : (((receivedSecond - second) % 60) + 60) % 60;
  return Math.max(0, receivedSecond - age) * 1000;
}
