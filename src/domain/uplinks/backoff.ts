const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 300_000;
/** A far side that asks for more time than a day is asked again after a day. */
const MAX_ASKED_MS = 86_400_000;
const MAX_DOUBLINGS = 30;

/** The longest delay after a number of failures in a row, ms: 1 s, 2 s, 4 s … 5 min. */
const longestDelay = (failures: number): number =>
  Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.min(MAX_DOUBLINGS, Math.max(0, failures - 1)));

/**
 * The delay before the next try, ms. Full jitter: `random` (0 to 1) spreads the gateways of a fleet after an outage of the
 * far side. Never less than 1 s, nor than what the far side asked for.
 */
export function retryDelay(failures: number, random: number, retryAfter = 0): number {
  const jittered = MIN_DELAY_MS + random * (longestDelay(failures) - MIN_DELAY_MS);
  return Math.max(jittered, Math.min(retryAfter, MAX_ASKED_MS));
}
