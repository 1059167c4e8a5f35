import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { DEVICE_COLUMNS, readColumns, usualColumns } from './device-columns.js';
import { useColumnLabel } from './device-table.js';
import { devicesText } from './devices.text.js';

/** Chooses the columns of the table, for this browser. */
export function ColumnChooser(): JSX.Element {
  const { deviceColumns } = useApp().preferences;
  const t = useText(devicesText);
  const labelOf = useColumnLabel();
  const chosen = readColumns(deviceColumns.value);
  const choose = (name: string, isShown: boolean): void => {
    const columns = Object.keys(DEVICE_COLUMNS).filter((one) => (one === name ? isShown : chosen.includes(one)));
    const text = columns.join(',');
    deviceColumns.value = text === usualColumns().join(',') ? '' : text;
  };
  return (
    <details class="column-chooser">
      <summary class="button">{t('columns')}</summary>
      <ul>
        {Object.keys(DEVICE_COLUMNS)
          .filter((name) => name !== 'name')
          .map((name) => (
            <li key={name}>
              <label class="inline">
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  onChange={({ currentTarget }) => {
                    choose(name, currentTarget.checked);
                  }}
                />
                {labelOf(name)}
              </label>
            </li>
          ))}
      </ul>
    </details>
  );
}
