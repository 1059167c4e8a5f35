import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { FRESHNESSES, type Freshness } from '../live/freshness.js';
import { matchesSearch } from '../live/search.js';
import { useApp, useText } from '../app-context.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { commonText } from '../text/common.js';
import { navigationText } from '../text/navigation.js';
import { DeviceTable } from './devices/device-table.js';
import { devicesText } from './devices/devices.text.js';

/** Rows shown at once: more would be slow on old machines. */
const ROWS = 500;

/** All devices, with a search. */
export function DevicesPage(): JSX.Element {
  const { live, gatewayClock } = useApp();
  const t = useText(devicesText);
  const tCommon = useText(commonText);
  const words = useSignal('');
  const freshness = useSignal<Freshness | 'any'>('any');
  const rows = useSignal(ROWS);
  const ids = live.ids.value;
  const terms = { words: words.value, freshness: freshness.value };
  const isAll = words.value.trim() === '' && freshness.value === 'any';
  // A search is repeated every second, because devices become stale without an event.
  const now = isAll ? 0 : gatewayClock.nowSignal.value;
  const found = ids.filter((id) => {
    const deviceState = live.get(id)?.peek();
    return deviceState !== undefined && (isAll || matchesSearch(deviceState, terms, now));
  });
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('devices')}>
        <p class="muted" role="status">
          {live.loaded.value ? t('count', { count: found.length, total: ids.length }) : tCommon('loading')}
        </p>
      </PageHead>
      <DeviceSearch
        words={words.value}
        freshness={freshness.value}
        onWords={(text) => {
          words.value = text;
          rows.value = ROWS;
        }}
        onFreshness={(chosen) => {
          freshness.value = chosen;
        }}
      />
      {live.loaded.value && ids.length === 0 ? <StateNote title={t('empty')}>{t('emptyHint')}</StateNote> : null}
      {ids.length > 0 && found.length === 0 ? <StateNote title={t('nothing')}>{t('nothingHint')}</StateNote> : null}
      {found.length > 0 ? <DeviceTable ids={found.slice(0, rows.value)} /> : null}
      {found.length > rows.value ? (
        <button
          type="button"
          onClick={() => {
            rows.value += ROWS;
          }}
        >
          {t('showMore')}
        </button>
      ) : null}
    </div>
  );
}

type DeviceSearchProps = {
  readonly words: string;
  readonly freshness: Freshness | 'any';
  readonly onWords: (words: string) => void;
  readonly onFreshness: (freshness: Freshness | 'any') => void;
};

function DeviceSearch({ words, freshness, onWords, onFreshness }: DeviceSearchProps): JSX.Element {
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
    </form>
  );
}
