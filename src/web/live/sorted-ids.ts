import { displayName, type DeviceState } from './device-state.js';

/** More changes at once sort the whole list. */
const MAX_MOVED = 64;

/** Creating a collator is slow. Numbers in names sort by value. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const byName = (a: DeviceState, b: DeviceState): number =>
  compare(displayName(a), displayName(b)) || compare(a.id, b.id);

/** Devices with a known record, sorted by name. */
const sortedIds = (all: Iterable<DeviceState>): string[] =>
  [...all]
    .filter(({ device }) => device !== undefined)
    .sort(byName)
    .map(({ id }) => id);

/** The sorted ids after some devices were added, removed or renamed: sorting thousands again takes too long for a frame. */
export function withMoved(
  ids: readonly string[],
  moved: ReadonlySet<string>,
  states: ReadonlyMap<string, DeviceState>,
): readonly string[] {
  if (moved.size > MAX_MOVED) return sortedIds(states.values());
  const sorted = ids.filter((id) => !moved.has(id));
  for (const id of moved) {
    const state = states.get(id);
    if (state?.device !== undefined) sorted.splice(positionOf(state, sorted, states), 0, id);
  }
  return sorted;
}

function positionOf(state: DeviceState, sorted: readonly string[], states: ReadonlyMap<string, DeviceState>): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = states.get(sorted[middle] ?? '');
    if (other !== undefined && byName(other, state) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
