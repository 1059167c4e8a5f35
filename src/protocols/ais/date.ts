/**
 * The instant of a report, ms since 1970: the last one up to when it was heard that has its UTC second. Two receivers
 * give the same one, so that what they both hear is one record.
 */
export function dateOf(second: number | undefined, heardAt: number): number {
  const heard = Math.floor(heardAt / 1000);
  const age = second === undefined ? 0 : (((heard - second) % 60) + 60) % 60;
  return Math.max(0, heard - age) * 1000;
}
