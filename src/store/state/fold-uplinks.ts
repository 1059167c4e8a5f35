import { BOUNDS } from '../../domain/bounds.js';
import { applyDead, type DeadLetters } from '../../domain/uplinks/dead-letters.js';
import { withDropped } from '../../domain/uplinks/dropped.js';
import { positionAt, withCursor, withStop } from '../../domain/uplinks/position.js';
import type { Entry } from '../../schema/entry.js';
import type { State } from './state.js';
import { trimMap } from './trim-map.js';

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

/** Those that it begins before count no more: their entries have another generation from now on. */
export function onGenerationFrom(state: State, { v: { id, from } }: EntryOf<'generation-from'>): void {
  const before = state.generations.filter((generation) => generation.from < from);
  state.generations = [...before, { id, from }].slice(-BOUNDS.generations.max);
}

/** The dead letters stay: they are of the records, and retried by a person. Those that are sent again anyway go. */
export function onUplinkBegun(state: State, { v }: EntryOf<'uplink-begun'>): void {
  const { uplinkPositions, deadLetters } = state;
  uplinkPositions.delete(v.name);
  uplinkPositions.set(v.name, positionAt(v));
  trimMap(uplinkPositions, BOUNDS.uplinkPositions);
  const dead = new Map(Object.entries(deadLetters.get(v.name) ?? {}));
  for (const [key, letters] of dead) {
    const after = v.after[key.startsWith('alerts/') ? 'alerts' : 'history'];
    const ranges = letters.ranges.filter(([, to]) => to <= after);
    if (ranges.length === 0) dead.delete(key);
    else if (ranges.length < letters.ranges.length) dead.set(key, { ...letters, ranges });
  }
  storeDead(state, v.name, dead);
}

export function onUplinkCursor({ uplinkPositions }: State, { v }: EntryOf<'uplink-cursor'>): void {
  const position = uplinkPositions.get(v.name);
  if (position !== undefined) uplinkPositions.set(v.name, withCursor(position, v));
}

export function onDeadLetters(state: State, { v: { name, ...change } }: EntryOf<'uplink-dead-letters'>): void {
  if (!state.uplinkPositions.has(name)) return;
  const dead = new Map(Object.entries(state.deadLetters.get(name) ?? {}));
  applyDead(dead, change);
  storeDead(state, name, dead);
}

function storeDead({ deadLetters }: State, name: string, dead: ReadonlyMap<string, DeadLetters>): void {
  if (dead.size === 0) deadLetters.delete(name);
  else deadLetters.set(name, Object.fromEntries(dead));
  trimMap(deadLetters, BOUNDS.deadLetters);
}

export function onUplinkDropped({ uplinkPositions }: State, { v }: EntryOf<'uplink-dropped'>): void {
  const position = uplinkPositions.get(v.name);
  if (position === undefined) return;
  const dropped = withDropped(position.dropped, [v.from, v.to], v.entries);
  uplinkPositions.set(v.name, { ...position, dropped });
}

export function onUplinkStopped({ uplinkPositions }: State, { v }: EntryOf<'uplink-stopped'>): void {
  const position = uplinkPositions.get(v.name);
  if (position !== undefined) uplinkPositions.set(v.name, withStop(position, v));
}
