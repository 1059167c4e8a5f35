import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { fits } from '../live/search.js';
import { nameOf, unheard } from '../live/tracked.js';
import { useParts, useText } from '../parts.js';
import { commonText } from '../text/common.js';
import { Choice } from './choice.js';
import { deviceChooserText } from './device-chooser.text.js';

export type DeviceChooserProps = {
  readonly label: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
};

/** So many at once: more would make old machines wait, and are searched for. */
const ROWS = 100;
const kinds = ['any', 'chosen', 'others'] as const;

/** Devices out of many. Those that were chosen before stand first. */
export function DeviceChooser({ label, chosen, onChange }: DeviceChooserProps): JSX.Element {
  const { live } = useParts();
  const say = useText(deviceChooserText);
  const sayCommon = useText(commonText);
  const words = useSignal('');
  const kind = useSignal<(typeof kinds)[number]>('any');
  const rows = useSignal(ROWS);
  // Not by what is chosen now: nothing moves under the pointer.
  const before = useRef(chosen).current;
  const known = live.ids.value;
  const inSight = new Set(known);
  const gone = [...before].filter((id) => !inSight.has(id));
  const all = [...known.filter((id) => before.has(id)), ...gone, ...known.filter((id) => !before.has(id))];
  const of = (id: string) => live.of(id)?.peek() ?? unheard(id);
  const found = all.filter(
    (id) =>
      (kind.value === 'any' || chosen.has(id) === (kind.value === 'chosen')) &&
      fits(of(id), { words: words.value, freshness: 'any' }, 0),
  );
  if (!live.loaded.value) return <p role="status">{sayCommon('loading')}</p>;

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
      <div class="filters">
        <input
          type="search"
          class="grow"
          aria-label={say('search')}
          placeholder={say('search')}
          value={words.value}
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
            rows.value = ROWS;
          }}
          onKeyDown={(event) => {
            // Enter searches, which is done already: it does not send the form around it.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <Choice
          label={say('which')}
          value={kind.value}
          options={kinds.map((one) => [one, say(one)] as const)}
          onChange={(wanted) => {
            kind.value = kinds.find((one) => one === wanted) ?? 'any';
            rows.value = ROWS;
          }}
        />
      </div>
      <div class="actions">
        <p class="small muted" role="status">
          {say('count', { chosen: chosen.size, found: found.length })}
        </p>
        <button
          type="button"
          disabled={found.every((id) => chosen.has(id))}
          onClick={() => {
            change(found, true);
          }}
        >
          {say('addFound')}
        </button>
        <button
          type="button"
          disabled={!found.some((id) => chosen.has(id))}
          onClick={() => {
            change(found, false);
          }}
        >
          {say('dropFound')}
        </button>
      </div>
      {found.length === 0 ? <p class="muted">{say(all.length === 0 ? 'none' : 'nothing')}</p> : null}
      <ul class="chooser-list" hidden={found.length === 0}>
        {found.slice(0, rows.value).map((id) => (
          <li key={id}>
            <label class="inline">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={({ currentTarget }) => {
                  change([id], currentTarget.checked);
                }}
              />
              <span>
                {nameOf(of(id))}
                {nameOf(of(id)) === id ? null : <span class="small muted"> {id}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length > rows.value ? (
        <button
          type="button"
          onClick={() => {
            rows.value += ROWS;
          }}
        >
          {say('more', { count: found.length - rows.value })}
        </button>
      ) : null}
    </fieldset>
  );
}
