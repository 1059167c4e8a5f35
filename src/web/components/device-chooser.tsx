import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { matchesSearch } from '../live/search.js';
import { displayName, emptyDevice, type DeviceState } from '../live/device-state.js';
import { useApp, useText } from '../app-context.js';
import { commonText } from '../text/common.js';
import { SelectFilter } from './select-filter.js';
import { deviceChooserText } from './device-chooser.text.js';

export type DeviceChooserProps = {
  readonly label: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
};

/** Rows per step: more would be slow on old machines; search finds the others. */
const PAGE_ROWS = 100;
const FILTERS = ['any', 'chosen', 'others'] as const;

/** Selects devices. Devices that were selected at the start come first. */
export function DeviceChooser({ label, chosen, onChange }: DeviceChooserProps): JSX.Element {
  const { live } = useApp();
  const t = useText(deviceChooserText);
  const tCommon = useText(commonText);
  const words = useSignal('');
  const kind = useSignal<ChooserFilter>('any');
  const rows = useSignal(PAGE_ROWS);
  // Ordered by the initial selection, so that nothing moves under the pointer.
  const all = orderedIds(live.ids.value, useRef(chosen).current);
  const deviceOf = (id: string): DeviceState => live.get(id)?.peek() ?? emptyDevice(id);
  const found = all.filter(
    (id) =>
      (kind.value === 'any' || chosen.has(id) === (kind.value === 'chosen')) &&
      matchesSearch(deviceOf(id), { words: words.value, freshness: 'any' }, 0),
  );
  if (!live.loaded.value) return <p role="status">{tCommon('loading')}</p>;

  const change = (ids: readonly string[], isIn: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isIn) next.add(id);
      else next.delete(id);
    onChange(next);
  };

  return (
    <fieldset class="chooser">
      <legend>{label}</legend>
      <Filters words={words} kind={kind} rows={rows} />
      <Actions found={found} chosen={chosen} change={change} />
      {found.length === 0 ? <p class="muted">{t(all.length === 0 ? 'none' : 'nothing')}</p> : null}
      <ul class="chooser-list" hidden={found.length === 0}>
        {found.slice(0, rows.value).map((id) => (
          <Row
            key={id}
            id={id}
            name={displayName(deviceOf(id))}
            isChosen={chosen.has(id)}
            onChange={(isIn) => {
              change([id], isIn);
            }}
          />
        ))}
      </ul>
      {found.length > rows.value ? (
        <button
          type="button"
          onClick={() => {
            rows.value += PAGE_ROWS;
          }}
        >
          {t('more', { count: found.length - rows.value })}
        </button>
      ) : null}
    </fieldset>
  );
}

type ChooserFilter = (typeof FILTERS)[number];

/** The initially chosen devices first, including those that are no longer visible, then the others. */
function orderedIds(known: readonly string[], initiallyChosen: ReadonlySet<string>): readonly string[] {
  const visible = new Set(known);
  return [
    ...known.filter((id) => initiallyChosen.has(id)),
    ...[...initiallyChosen].filter((id) => !visible.has(id)),
    ...known.filter((id) => !initiallyChosen.has(id)),
  ];
}

type FiltersProps = {
  readonly words: Signal<string>;
  readonly kind: Signal<ChooserFilter>;
  /** number of rows shown; every change of a filter resets it */
  readonly rows: Signal<number>;
};

function Filters({ words, kind, rows }: FiltersProps): JSX.Element {
  const t = useText(deviceChooserText);
  return (
    <div class="filters">
      <input
        type="search"
        class="grow"
        aria-label={t('search')}
        placeholder={t('search')}
        value={words.value}
        onInput={({ currentTarget }) => {
          words.value = currentTarget.value;
          rows.value = PAGE_ROWS;
        }}
        onKeyDown={(event) => {
          // The search is live, so Enter must not submit the surrounding form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <SelectFilter
        label={t('which')}
        value={kind.value}
        options={FILTERS.map((one) => [one, t(one)] as const)}
        onChange={(selected) => {
          kind.value = FILTERS.find((one) => one === selected) ?? 'any';
          rows.value = PAGE_ROWS;
        }}
      />
    </div>
  );
}

type ActionsProps = {
  readonly found: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly change: (ids: readonly string[], isIn: boolean) => void;
};

function Actions({ found, chosen, change }: ActionsProps): JSX.Element {
  const t = useText(deviceChooserText);
  return (
    <div class="actions">
      <p class="small muted" role="status">
        {t('count', { chosen: chosen.size, found: found.length })}
      </p>
      <button
        type="button"
        disabled={found.every((id) => chosen.has(id))}
        onClick={() => {
          change(found, true);
        }}
      >
        {t('addFound')}
      </button>
      <button
        type="button"
        disabled={!found.some((id) => chosen.has(id))}
        onClick={() => {
          change(found, false);
        }}
      >
        {t('dropFound')}
      </button>
    </div>
  );
}

type RowProps = {
  readonly id: string;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
};

const Row = ({ id, name, isChosen, onChange }: RowProps): JSX.Element => (
  <li>
    <label class="inline">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.checked);
        }}
      />
      <span>
        {name}
        {name === id ? null : <span class="small muted"> {id}</span>}
      </span>
    </label>
  </li>
);
