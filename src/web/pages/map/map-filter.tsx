import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { GroupFilter } from '../../components/group-filter.js';
import { emptyDevice } from '../../live/device-state.js';
import { matchesSearch } from '../../live/search.js';
import { useGroups, type VisibleGroups } from '../../live/use-groups.js';
import { mapText } from './map.text.js';

export type MapFilter = Pick<VisibleGroups, 'groups' | 'membersOf'> & {
  readonly words: Signal<string>;
  /** id; empty: all devices */
  readonly group: Signal<string>;
};

/** What the list and the map show. */
export function useMapFilter(): MapFilter {
  const { groups, membersOf } = useGroups();
  return { groups, membersOf, words: useSignal(''), group: useSignal('') };
}

/** The ids of the devices that match, in the order of the list. */
export function useFilteredIds({ words, group, membersOf }: MapFilter): readonly string[] {
  const { live } = useApp();
  const ids = live.ids.value;
  const text = words.value;
  const members = membersOf(group.value);
  if (text.trim() === '' && members === undefined) return ids;
  return ids.filter(
    (id) =>
      members?.has(id) !== false &&
      matchesSearch(live.get(id)?.peek() ?? emptyDevice(id), { words: text, freshness: 'any' }, 0),
  );
}

/** Search and group of the list. */
export function MapFilters({ words, group, groups }: MapFilter): JSX.Element {
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
    </div>
  );
}
