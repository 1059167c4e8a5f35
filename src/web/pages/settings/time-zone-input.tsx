import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import type { ControlProps } from './control.js';
import { settingsText } from './settings.text.js';
import { timeInZone } from './time-in-zone.js';

/** A list of the time zones that is searched by typing. */
export function TimeZoneInput({ row, form, attributes }: ControlProps): JSX.Element {
  const { api, preferences } = useApp();
  const list = useId();
  const { result } = useFetch(
    () => api.get<{ readonly timeZones: Readonly<Record<string, string>> }>('/api/users/timeZones'),
    [preferences.language.value],
  );
  // Without the list any name can be typed.
  const zones = result.value?.ok === true ? Object.entries(result.value.value.timeZones) : [];
  return (
    <>
      <input
        {...attributes}
        list={list}
        required
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          form.type(row.key, currentTarget.value);
        }}
      />
      <datalist id={list}>
        {zones.map(([name, description]) => (
          <option key={name} value={name}>
            {description}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The time in the chosen zone, or in the one that is being typed. */
export function TimeThere({ row: { key }, form }: Pick<ControlProps, 'row' | 'form'>): JSX.Element | null {
  const { gatewayClock, preferences } = useApp();
  const t = useText(settingsText);
  const time = timeInZone(gatewayClock.nowSignal.value, form.typed[key] ?? '', preferences.language.value);
  return time === undefined ? null : <p class="small">{t('timeThere', { time })}</p>;
}
