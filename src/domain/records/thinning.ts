import type { Location } from '../../schema/records/location.js';
import { isNoFix } from './unfit.js';

/** State of one device whose fixes are thinned. */
export type ThinningState = {
  /** time of the last fix that was kept, ms since 1970 */
  readonly keptAt: number;
  readonly state: string;
  readonly moving: boolean;
};

/** m/s; between the two the state stays, so that the noise of a receiver is not a movement */
const STOPPED_BELOW = 0.5;
const MOVING_FROM = 1.5;

/**
 * Whether a fix is kept if one per `interval` seconds is. Kept are the first one, each that is an interval away from the
 * previous one, and every change of state: of a text or boolean attribute, of moving and stopped, or of having a fix.
 */
export function thin(
  location: Location,
  previous: ThinningState | undefined,
  interval: number,
): { readonly keep: boolean; readonly next: ThinningState } {
  const at = Date.parse(location.dateTime);
  const state = stateOf(location);
  const moving = isMoving(location, previous);
  const keep =
    previous === undefined ||
    Math.abs(at - previous.keptAt) >= interval * 1000 ||
    state !== previous.state ||
    moving !== previous.moving;
  return { keep, next: { keptAt: keep ? at : previous.keptAt, state, moving } };
}

function isMoving({ speed }: Location, previous: ThinningState | undefined): boolean {
  if (speed === undefined) return previous?.moving ?? false;
  if (previous === undefined) return speed > STOPPED_BELOW;
  return previous.moving ? speed > STOPPED_BELOW : speed >= MOVING_FROM;
}

/** Numbers change with every fix and are not part of the state. */
const stateOf = ({ attributes = {}, ...location }: Location): string =>
  JSON.stringify([
    isNoFix(location),
    location.warningTexts ?? [],
    location.alertTexts,
    location.alerts,
    location.warnings,
    location.hasCriticalAlert,
    location.inputs,
    location.outputs,
    Object.entries(attributes)
      .filter(([, value]) => typeof value !== 'number')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
