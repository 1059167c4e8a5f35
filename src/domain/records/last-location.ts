import type { Location } from '../../schema/records/location.js';

/** Clocks of trackers and gateway differ; a fix further ahead than this is kept, flagged, and never the last. */
export const FUTURE_TOLERANCE_MS = 10 * 60 * 1000;

/** Is the fix dated further ahead of `now` (ms since 1970) than clocks may differ? */
export const isFuture = ({ dateTime }: Pick<Location, 'dateTime'>, now: number): boolean =>
  Date.parse(dateTime) > now + FUTURE_TOLERANCE_MS;

/**
 * Is the fix the newest credible one, if `last` was it before? `future`: it was flagged as one of the future. Stored
 * times are all UTC with milliseconds, so that their order is that of their text.
 */
export const isLastLocation = (
  { location, future }: { readonly location: Location; readonly future?: true },
  last: Location | null | undefined,
): boolean => future !== true && (last?.dateTime ?? '') <= location.dateTime;
