import type { UplinkBegun, UplinkCursor } from '../../schema/entry.js';
import { CURSOR_LANES, type CursorLane, type LaneMark } from '../../schema/uplinks/lane.js';
import type { UplinkSettings } from '../../schema/uplinks/uplink-settings.js';
import { cursorAt, type Cursor } from './cursor.js';
import { oldestDead, type DeadLetters, type ReadonlyDead } from './dead-letters.js';
import { NOTHING_DROPPED, type Dropped } from './dropped.js';

export type LanePosition = Cursor & { readonly mark?: LaneMark };

/** Where an uplink continues. `stoppedFrom`: the first entry of the run in which its far side began to refuse everything. */
export type UplinkPosition = {
  /** it is the position of this far side alone */
  readonly address: string;
  readonly lanes: Readonly<Record<CursorLane, LanePosition>>;
  readonly dropped: Dropped;
  readonly stoppedFrom?: number;
};

export const addressOf = ({ type, url }: Pick<UplinkSettings, 'type' | 'url'>): string => `${type} ${url}`;

export const positionAt = ({ address, after }: UplinkBegun): UplinkPosition => ({
  address,
  lanes: { alerts: cursorAt(after.alerts), history: cursorAt(after.history) },
  dropped: NOTHING_DROPPED,
});

/** Something was acknowledged, so the far side does not refuse everything. */
export function withCursor({ address, lanes, dropped }: UplinkPosition, cursor: UplinkCursor): UplinkPosition {
  const { lane, n, settled, mark } = cursor;
  return { address, lanes: { ...lanes, [lane]: { n, settled, ...(mark !== undefined && { mark }) } }, dropped };
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
