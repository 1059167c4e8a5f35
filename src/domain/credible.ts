import type { Location } from '../schema/location.js';

/** Clocks of trackers and gateway differ; a fix further ahead than this is kept, flagged, and never the last. */
export const FUTURE_TOLERANCE_MS = 10 * 60 * 1000;

/** Is the fix dated further ahead of `now` (ms since 1970) than clocks may differ? */
export const isFuture = ({ dateTime }: Pick<Location, 'dateTime'>, now: number): boolean =>
  Date.parse(dateTime) > now + FUTURE_TOLERANCE_MS;
