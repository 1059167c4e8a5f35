import type { UplinkBegun, UplinkCursor, UplinkStopped } from '../../schema/entry.js';
import { CURSOR_LANES, type CursorLane, type LaneMark } from '../../schema/uplinks/lane.js';
import type { UplinkSettings } from '../../schema/uplinks/uplink-settings.js';
import { cursorAt, type Cursor } from './cursor.js';
import { oldestDead, type DeadLetters, type ReadonlyDead } from './dead-letters.js';
import { NOTHING_DROPPED, type Dropped } from './dropped.js';

export type LanePosition = Cursor & { readonly mark?: LaneMark };

/**
 * Where an uplink continues. `stoppedFrom`: the entry with which a new generation would begin, after a stop; `conflict`: the
 * far side has other records under the ids of this store from there on, until a new generation has begun.
 */
export type UplinkPosition = {
  /** it is the position of this far side alone */
  readonly address: string;
  readonly lanes: Readonly<Record<CursorLane, LanePosition>>;
  readonly dropped: Dropped;
  readonly stoppedFrom?: number;
  readonly conflict?: true;
};

export const addressOf = ({ type, url }: Pick<UplinkSettings, 'type' | 'url'>): string => `${type} ${url}`;

export const positionAt = ({ address, after }: UplinkBegun): UplinkPosition => ({
  address,
  lanes: { alerts: cursorAt(after.alerts), history: cursorAt(after.history) },
  dropped: NOTHING_DROPPED,
});

/** Something was acknowledged, so the far side does not refuse everything. A conflict of another record stays. */
export function withCursor(position: UplinkPosition, cursor: UplinkCursor): UplinkPosition {
  const { lane, n, settled, mark } = cursor;
  const { address, dropped, lanes: before, ...stop } = position;
  const lanes = { ...before, [lane]: { n, settled, ...(mark !== undefined && { mark }) } };
  return stop.conflict === true ? { address, lanes, dropped, ...stop } : { address, lanes, dropped };
}

/** The first one counts: a conflict, if there is one. */
export function withStop(position: UplinkPosition, { from, conflict }: UplinkStopped): UplinkPosition {
  if (conflict !== true && position.conflict === true) return position;
  const { stoppedFrom = from } = position;
  if (conflict !== true) return { ...position, stoppedFrom: Math.min(stoppedFrom, from) };
  return { ...position, stoppedFrom: position.conflict === true ? Math.min(stoppedFrom, from) : from, conflict };
}

/** The lowest entry that an uplink may still read; retention keeps it and what follows. */
const neededFrom = (lanes: readonly Pick<Cursor, 'n'>[], dead: ReadonlyDead): number =>
  Math.min(...lanes.map(({ n }) => n + 1), oldestDead(dead) ?? Infinity);

/** The same of all uplinks, as stored; Infinity: there is none. `dead`: the dead letters of each uplink, by their keys. */
export const neededByUplinks = (
  positions: ReadonlyMap<string, Pick<UplinkPosition, 'lanes'>>,
  dead: ReadonlyMap<string, Readonly<Record<string, DeadLetters>>>,
): number =>
  Math.min(
    ...[...positions].map(([name, { lanes }]) =>
      neededFrom(
        CURSOR_LANES.map((lane) => lanes[lane]),
        new Map(Object.entries(dead.get(name) ?? {})),
      ),
    ),
  );
