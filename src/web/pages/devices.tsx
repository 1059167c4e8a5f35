import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DeviceView } from '../../schema/devices/device.js';
import { displayName } from '../live/device-state.js';
import { FRESHNESSES, type Freshness } from '../live/freshness.js';
import { useGroups } from '../live/use-groups.js';
import { ascending, useSortingState } from '../table/use-sorting.js';
import { GroupFilter } from '../components/group-filter.js';
import { useApp, useText } from '../app-context.js';
import { deviceFormText } from '../device-form/device-form.text.js';
import { importText } from '../device-import/import.text.js';
import { linkTo } from '../routing/match.js';
import { hasPrivilege } from '../session/has-privilege.js';
import { AdoptNote } from '../components/adopt-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { ToggleButton } from '../components/toggle-button.js';
import { commonText } from '../text/common.js';
import { navigationText } from '../text/navigation.js';
import { AddForm } from './devices/add-form.js';
import { ColumnChooser } from './devices/column-chooser.js';
import { readColumns } from './devices/device-columns.js';
import { DeviceTable } from './devices/device-table.js';
import { devicesText } from './devices/devices.text.js';
import { useDeviceRows } from './devices/use-device-rows.js';

/** All devices, with a search. */
export function DevicesPage(): JSX.Element {
  const { live, preferences, session } = useApp();
  const t = useText(devicesText);
  const tForm = useText(deviceFormText);
  const tImport = useText(importText);
  const tCommon = useText(commonText);
  const words = useSignal('');
  const freshness = useSignal<Freshness | 'any'>('any');
  const group = useSignal('');
  const adding = useSignal(false);
  const added = useSignal<DeviceView | undefined>(undefined);
  const state = session.state.value;
  const canAdd = state.is === 'in' && hasPrivilege(state.user, 'devices:write');
  const ids = live.ids.value;
  const { groups, membersOf, groupsOf } = useGroups();
  const sorting = useSortingState(ascending('name'));
  const stored = preferences.deviceColumns.value;
  // The same array as before spares the rows a new render.
  const columns = useMemo(() => readColumns(stored), [stored]);
  const found = useDeviceRows({
    terms: { words: words.value, freshness: freshness.value },
    members: membersOf(group.value),
    sorting: sorting.sorting,
    groupsOf,
  });
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('devices')}>
        <p class="muted" role="status">
          {live.loaded.value ? t('count', { count: found.length, total: ids.length }) : tCommon('loading')}
        </p>
        {canAdd ? (
          <div class="actions">
            <ToggleButton label={tForm('add')} open={adding} />
            <a class="button" href={linkTo('/import/devices')}>
              {tImport('open')}
            </a>
          </div>
        ) : null}
      </PageHead>
      <AdoptNote />
      <p role="status" hidden={added.value === undefined}>
        {added.value === undefined ? null : (
          <a href={linkTo('/devices/:deviceId', { deviceId: added.value.id })}>
            {tForm('added', { name: displayName({ id: added.value.id, device: added.value }) })}
          </a>
        )}
      </p>
      {adding.value ? (
        <AddForm
          onAdded={(device) => {
            added.value = device;
            adding.value = false;
          }}
        />
      ) : null}
      <DeviceSearch
        words={words.value}
        freshness={freshness.value}
        onWords={(text) => {
          words.value = text;
        }}
        onFreshness={(chosen) => {
          freshness.value = chosen;
        }}
      >
        <GroupFilter
          groups={groups}
          value={group.value}
          onChange={(chosen) => {
            group.value = chosen;
          }}
        />
        <ColumnChooser />
      </DeviceSearch>
      {live.loaded.value && ids.length === 0 ? <StateNote title={t('empty')}>{t('emptyHint')}</StateNote> : null}
      {ids.length > 0 && found.length === 0 ? <StateNote title={t('nothing')}>{t('nothingHint')}</StateNote> : null}
      {found.length > 0 ? <DeviceTable ids={found} columns={columns} sorting={sorting} groupsOf={groupsOf} /> : null}
    </div>
  );
}

type DeviceSearchProps = {
  readonly words: string;
  readonly freshness: Freshness | 'any';
  readonly onWords: (words: string) => void;
  readonly onFreshness: (freshness: Freshness | 'any') => void;
  readonly children: ComponentChildren;
};

function DeviceSearch({ words, freshness, onWords, onFreshness, children }: DeviceSearchProps): JSX.Element {
  const t = useText(devicesText);
  const tCommon = useText(commonText);
  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <label class="grow">
        <span class="visually-hidden">{t('search')}</span>
        <input
          type="search"
          placeholder={t('search')}
          value={words}
          onInput={({ currentTarget }) => {
            onWords(currentTarget.value);
          }}
        />
      </label>
      <label>
        <span class="visually-hidden">{t('state')}</span>
        <select
          value={freshness}
          onChange={({ currentTarget }) => {
            onFreshness(FRESHNESSES.find((name) => name === currentTarget.value) ?? 'any');
          }}
        >
          <option value="any">{t('any')}</option>
          {FRESHNESSES.map((name) => (
            <option key={name} value={name}>
              {tCommon(name)}
            </option>
          ))}
        </select>
      </label>
      {children}
    </form>
  );
}
