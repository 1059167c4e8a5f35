import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { freshnesses, type Freshness } from '../live/freshness.js';
import { fits } from '../live/search.js';
import { useParts, useText } from '../parts.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { commonText } from '../text/common.js';
import { navigationText } from '../text/navigation.js';
import { DeviceTable } from './device-table.js';
import { devicesText } from './devices.text.js';

/** So many rows at once: more would make old machines wait. */
const ROWS = 500;

/** All devices, to be searched. */
export function DevicesPage(): JSX.Element {
  const { live, depotClock } = useParts();
  const say = useText(devicesText);
  const sayCommon = useText(commonText);
  const words = useSignal('');
  const freshness = useSignal<Freshness | 'any'>('any');
  const rows = useSignal(ROWS);

  const ids = live.ids.value;
  const wanted = { words: words.value, freshness: freshness.value };
  const isAll = words.value.trim() === '' && freshness.value === 'any';
  // What is searched for follows the devices by the second.
  const now = isAll ? 0 : depotClock.second.value;
  const found = ids.filter((id) => {
    const tracked = live.of(id)?.peek();
    return tracked !== undefined && (isAll || fits(tracked, wanted, now));
  });

  return (
    <div class="page">
      <PageHead title={useText(navigationText)('devices')}>
        <p class="muted" role="status">
          {live.loaded.value ? say('count', { count: found.length, total: ids.length }) : sayCommon('loading')}
        </p>
      </PageHead>
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <label class="grow">
          <span class="visually-hidden">{say('search')}</span>
          <input
            type="search"
            placeholder={say('search')}
            value={words.value}
            onInput={({ currentTarget }) => {
              words.value = currentTarget.value;
              rows.value = ROWS;
            }}
          />
        </label>
        <label>
          <span class="visually-hidden">{say('state')}</span>
          <select
            value={freshness.value}
            onChange={({ currentTarget }) => {
              freshness.value = freshnesses.find((one) => one === currentTarget.value) ?? 'any';
            }}
          >
            <option value="any">{say('any')}</option>
            {freshnesses.map((one) => (
              <option key={one} value={one}>
                {sayCommon(one)}
              </option>
            ))}
          </select>
        </label>
      </form>
      {live.loaded.value && ids.length === 0 ? <StateNote title={say('empty')}>{say('emptyHint')}</StateNote> : null}
      {ids.length > 0 && found.length === 0 ? <StateNote title={say('nothing')}>{say('nothingHint')}</StateNote> : null}
      {found.length > 0 ? <DeviceTable ids={found.slice(0, rows.value)} /> : null}
      {found.length > rows.value ? (
        <button
          type="button"
          onClick={() => {
            rows.value += ROWS;
          }}
        >
          {say('showMore')}
        </button>
      ) : null}
    </div>
  );
}
