import type { Location } from '../../schema/records/location.js';

/** What is known of a device whose fixes are thinned. */
export type ThinningState = {
  /** when the fix kept last was taken, ms since 1970 */
  readonly keptAt: number;
  readonly state: string;
  readonly moving: boolean;
};

/** m/s: what creeps between them is what it was, so that a receiver's noise makes no movement */
const STOPPED_BELOW = 0.5;
const MOVING_FROM = 1.5;

/**
 * Whether a fix is kept by who keeps one in `interval` seconds: the first, those that are an interval from the one before,
 * and every change of state, which is a text or a yes or no that has become another, or beginning or ceasing to move.
 */
export function thin(
  location: Location,
  previous: ThinningState | undefined,
  interval: number,
): { readonly keep: boolean; readonly next: ThinningState } {
  const at = Date.parse(location.dateTime);
  const state = stateOf(location);
  const moves = isMoving(location, previous);
  const keep =
    previous === undefined ||
    Math.abs(at - previous.keptAt) >= interval * 1000 ||
    state !== previous.state ||
    moves !== previous.moving;
  return { keep, next: { keptAt: keep ? at : previous.keptAt, state, moving: moves } };
}

function isMoving({ speed }: Location, previous: ThinningState | undefined): boolean {
  if (speed === undefined) return previous?.moving ?? false;
  if (previous === undefined) return speed > STOPPED_BELOW;
  return previous.moving ? speed > STOPPED_BELOW : speed >= MOVING_FROM;
}

/** Numbers change with every fix; they are no state. */
const stateOf = ({ warningTexts = [], attributes = {} }: Location): string =>
  JSON.stringify([
    warningTexts,
    Object.entries(attributes)
      .filter(([, value]) => typeof value !== 'number')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
