import { msOf } from '../clock/instant.js';
import type { Location } from '../../schema/records/location.js';

/** A fix further ahead of the gateway's clock is stored, flagged, and never becomes the last location. */
export const FUTURE_TOLERANCE_MS = 10 * 60 * 1000;

/** The fix is dated too far ahead of `now` (ms since 1970). */
export const isFuture = ({ dateTime }: Pick<Location, 'dateTime'>, now: number): boolean =>
  msOf(dateTime) > now + FUTURE_TOLERANCE_MS;

/**
 * The fix replaces `last` as the newest credible one. `future`: it was flagged as too far ahead. Stored times are all UTC
 * with milliseconds, so they sort as text.
 */
export const isLastLocation = (
  { location, future }: { readonly location: Location; readonly future?: true },
  last: Location | null | undefined,
): boolean => future !== true && (last?.dateTime ?? '') <= location.dateTime;
