import type { Location } from '../schema/location.js';

/** What is known of a device whose fixes are thinned. */
export type Thinned = {
  /** when the fix kept last was taken, ms since 1970 */
  readonly keptAt: number;
  readonly state: string;
  readonly moving: boolean;
};

/** m/s: what creeps between them is what it was, so that a receiver's noise makes no movement */
const standing = 0.5;
const moving = 1.5;

/**
 * Whether a fix is kept by who keeps one in `interval` seconds: the first, those that are an interval from the one before,
 * and every change of state, which is a text or a yes or no that has become another, or beginning or ceasing to move.
 */
export function thin(
  location: Location,
  former: Thinned | undefined,
  interval: number,
): { readonly keep: boolean; readonly next: Thinned } {
  const at = Date.parse(location.dateTime);
  const state = stateOf(location);
  const moves = isMoving(location, former);
  const keep =
    former === undefined ||
    Math.abs(at - former.keptAt) >= interval * 1000 ||
    state !== former.state ||
    moves !== former.moving;
  return { keep, next: { keptAt: keep ? at : former.keptAt, state, moving: moves } };
}

function isMoving({ speed }: Location, former: Thinned | undefined): boolean {
  if (speed === undefined) return former?.moving ?? false;
  if (former === undefined) return speed > standing;
  return former.moving ? speed > standing : speed >= moving;
}

/** Numbers change with every fix; they are no state. */
const stateOf = ({ warningTexts = [], attributes = {} }: Location): string =>
  JSON.stringify([
    warningTexts,
    Object.entries(attributes)
      .filter(([, value]) => typeof value !== 'number')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
