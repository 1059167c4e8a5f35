import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { GroupFilter } from '../../components/group-filter.js';
import { emptyDevice } from '../../live/device-state.js';
import { matchesSearch } from '../../live/search.js';
import { useGroups, type VisibleGroups } from '../../live/use-groups.js';
import { HomeFilter, useHomeZone, type HomePlace } from './home-filter.js';
import { mapText } from './map.text.js';

export type MapFilter = Pick<VisibleGroups, 'groups' | 'membersOf'> & {
  readonly words: Signal<string>;
  /** id; empty: all devices */
  readonly group: Signal<string>;
  /** by the home zone of the depot */
  readonly place: Signal<HomePlace>;
};

/** What the list and the map show. */
export function useMapFilter(place?: Signal<HomePlace>): MapFilter {
  const { groups, membersOf } = useGroups();
  const own = useSignal<HomePlace>('any');
  return { groups, membersOf, words: useSignal(''), group: useSignal(''), place: place ?? own };
}

/** The ids of the devices that match, in the order of the list. */
export function useFilteredIds({ words, group, place, membersOf }: MapFilter): readonly string[] {
  const { live } = useApp();
  const ids = live.ids.value;
  const text = words.value;
  const members = membersOf(group.value);
  const { zone, inside } = useHomeZone();
  // Without a home zone there is nothing to choose by.
  const chosen = zone === undefined ? 'any' : place.value;
  if (text.trim() === '' && members === undefined && chosen === 'any') return ids;
  return ids.filter(
    (id) =>
      members?.has(id) !== false &&
      (chosen === 'any' || inside.has(id) === (chosen === 'inside')) &&
      matchesSearch(live.get(id)?.peek() ?? emptyDevice(id), { words: text, freshness: 'any' }, 0),
  );
}

/** Search and group of the list. */
export function MapFilters({ words, group, place, groups }: MapFilter): JSX.Element {
  const t = useText(mapText);
  return (
    <div class="map-filters">
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={words.value}
        onInput={({ currentTarget }) => {
          words.value = currentTarget.value;
        }}
      />
      {groups.length === 0 ? null : (
        <GroupFilter
          groups={groups}
          value={group.value}
          onChange={(id) => {
            group.value = id;
          }}
        />
      )}
      <HomeFilter place={place} />
    </div>
  );
}
