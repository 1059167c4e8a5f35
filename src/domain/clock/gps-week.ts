const DAY_MS = 86_400_000;
/** GPS counts weeks modulo 1024. */
const ROLLOVER_MS = 1024 * 7 * DAY_MS;

/**
 * ms to add to `time` so that it is of the week nearest to `now`, both ms since 1970: a multiple of 1024 weeks, if the two
 * are that far apart within a day; otherwise 0. Receivers that missed a rollover of the GPS week are off by this.
 */
export function rolloverMs(time: number, now: number): number {
  const offset = Math.round((now - time) / ROLLOVER_MS) * ROLLOVER_MS;
  return Math.abs(now - time - offset) <= DAY_MS ? offset : 0;
}
