/** The error of a tracker's clock. */
export type WrongClock = {
  /** s; `unset`: the clock starts in 1970 */
  readonly offset?: number | 'unset' | undefined;
  /** s per day; positive: the clock is fast */
  readonly drift?: number | undefined;
};

const DAY_MS = 86_400_000;

/** The time that the clock shows at `at` (ms since 1970) in a simulation that started at `startAt`. */
export function shownTime({ offset = 0, drift = 0 }: WrongClock, at: number, startAt: number): number {
  const elapsed = at - startAt;
  const gained = Math.round((elapsed / DAY_MS) * drift * 1000);
  return gained + (offset === 'unset' ? elapsed : at + offset * 1000);
}
