import type { JSX } from 'preact';
import type { UnknownDeviceView } from '../../../schema/devices/unknown-device.js';
import { formatCoordinates } from '../../format/quantity.js';
import { useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { Age, Timestamp } from '../../components/timestamp.js';
import { unknownText } from './unknown.text.js';

export type UnknownRowProps = {
  readonly unknown: UnknownDeviceView;
  readonly onAdopt: () => void;
  readonly onForget: () => void;
};

/** An unknown device; to forget it takes a second word. */
export function UnknownRow({ unknown, onAdopt, onForget }: UnknownRowProps): JSX.Element {
  const t = useText(unknownText);
  const { id, firstHeard, lastHeard, source, records, dropped, lastLocation } = unknown;
  return (
    <tr>
      <th scope="row">{id}</th>
      <td data-label={t('from')}>
        <div>
          <span class="port">{source.port ?? t('http')}</span>
          <span class="muted small">{source.protocol}</span>
        </div>
      </td>
      <td data-label={t('heard')}>
        <Age at={Date.parse(lastHeard)} />
      </td>
      <td data-label={t('since')}>
        <Timestamp at={Date.parse(firstHeard)} />
      </td>
      <td data-label={t('records')}>
        <div>
          {records}
          {dropped === 0 ? null : <span class="small">{t('dropped', { count: dropped })}</span>}
        </div>
      </td>
      <td data-label={t('place')}>
        {lastLocation === null ? '–' : formatCoordinates(lastLocation.latitude, lastLocation.longitude)}
      </td>
      <td>
        <span class="choices">
          <button type="button" aria-label={t('adoptOf', { id })} onClick={onAdopt}>
            {t('adopt')}
          </button>
          <ConfirmButton
            label={t('discard')}
            name={t('discardOf', { id })}
            question={t('discardSure', { id })}
            onConfirm={onForget}
          />
        </span>
      </td>
    </tr>
  );
}
