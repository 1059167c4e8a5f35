import { useMemo } from 'preact/hooks';
import { useApp } from '../../app-context.js';
import type { DeviceState } from '../../live/device-state.js';
import { matchesSearch, type SearchTerms } from '../../live/search.js';
import { sortRows, type Sorting } from '../../table/sorting.js';
import { DEVICE_COLUMNS } from './device-columns.js';

export type DeviceRowsOptions = {
  readonly terms: SearchTerms;
  /** undefined: all devices */
  readonly members: ReadonlySet<string> | undefined;
  readonly sorting: Sorting;
  readonly groupsOf: (deviceId: string) => string;
};

/** Rows that change places every second could not be read. */
const SORT_EVERY_MS = 5_000;

/** Ids of the devices that match, in the order of the table. */
export function useDeviceRows({ terms, members, sorting, groupsOf }: DeviceRowsOptions): readonly string[] {
  const { live, gatewayClock } = useApp();
  const ids = live.ids.value;
  const { words, freshness } = terms;
  const isLive = DEVICE_COLUMNS[sorting.by]?.isLive === true;
  // Devices become stale without an event, so a search for a state is repeated.
  const second = freshness === 'any' ? 0 : Math.floor(gatewayClock.nowSignal.value / 1_000);
  const turn = isLive ? Math.floor(gatewayClock.nowSignal.value / SORT_EVERY_MS) : 0;
  return useMemo(() => {
    const now = gatewayClock.now();
    const found: DeviceState[] = [];
    for (const id of ids) {
      const state = live.get(id)?.peek();
      if (state === undefined || members?.has(id) === false) continue;
      if (matchesSearch(state, terms, now)) found.push(state);
    }
    const values = Object.fromEntries(
      Object.entries(DEVICE_COLUMNS).map(([name, { sortValue }]) => [
        name,
        (state: DeviceState) => sortValue(state, { now, groupsOf }),
      ]),
    );
    // The ids come sorted by name.
    const isSorted = sorting.by === 'name' && !sorting.descending;
    return (isSorted ? found : sortRows(found, values, sorting)).map(({ id }) => id);
  }, [ids, words, freshness, members, groupsOf, sorting.by, sorting.descending, second, turn]);
}
