/** A tracker's clock that is wrong. */
export type WrongClock = {
  /** s; `unset`: it began in 1970 */
  readonly offset?: number | 'unset' | undefined;
  /** s a day, positive: it is fast */
  readonly drift?: number | undefined;
};

const DAY_MS = 86_400_000;

/** What the clock shows at `at`, ms since 1970, when the simulation began at `begin`. */
export function shownTime({ offset = 0, drift = 0 }: WrongClock, at: number, startAt: number): number {
  const elapsed = at - startAt;
  const gained = Math.round((elapsed / DAY_MS) * drift * 1000);
  return gained + (offset === 'unset' ? elapsed : at + offset * 1000);
}
