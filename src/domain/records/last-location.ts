import { msOf } from '../clock/instant.js';
import type { LocationRecord } from '../../schema/entry.js';
import type { Location } from '../../schema/records/location.js';
import { isNoFix } from './unfit.js';

/** A fix further ahead of the gateway's clock is stored, flagged, and never becomes the last location. */
export const FUTURE_TOLERANCE_MS = 10 * 60 * 1000;

/** The fix is dated too far ahead of `now` (ms since 1970). */
export const isFuture = ({ dateTime }: Pick<Location, 'dateTime'>, now: number): boolean =>
  msOf(dateTime) > now + FUTURE_TOLERANCE_MS;

/**
 * The fix replaces `last` as the newest credible one. `future`: it was flagged as too far ahead; `unfit`: it does not count
 * (records in quarantine are not judged yet). Stored times are all UTC with milliseconds, so they sort as text.
 */
export const isLastLocation = (
  { location, future, unfit }: Pick<LocationRecord, 'location' | 'future' | 'unfit'>,
  last: Location | null | undefined,
): boolean =>
  future !== true && unfit === undefined && (last?.dateTime ?? '') <= location.dateTime && !isNoFix(location);
