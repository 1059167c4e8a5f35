import type { Location } from '../../schema/records/location.js';
import { msOf } from '../clock/instant.js';
import { isJump } from '../records/unfit.js';
import { stepDistance } from '../zones/geodesic.js';

/** Of two fixes that are nearer in time, the noise of a receiver looks like speed. */
const MIN_STEP_MS = 1_000;

/**
 * As sent; else that of two fixes, m/s: the distance that is left without their accuracy. Undefined where nothing is known,
 * as after a jump that is believed.
 */
export function speedOf(location: Location, previous: Location | undefined): number | undefined {
  if (location.speed !== undefined) return location.speed;
  if (previous === undefined) return undefined;
  const ms = msOf(location.dateTime) - msOf(previous.dateTime);
  if (ms < MIN_STEP_MS || isJump(location, previous, ms)) return undefined;
  const meters = stepDistance(previous, location) - (location.accuracy ?? 0) - (previous.accuracy ?? 0);
  return Math.max(0, meters) / (ms / 1_000);
}
