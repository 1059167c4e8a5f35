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

/** One unknown device, with its buttons. */
export function UnknownRow({ unknown, onAdopt, onForget }: UnknownRowProps): JSX.Element {
  const t = useText(unknownText);
  const { id, firstHeard, lastHeard, source, records, dropped, lastLocation } = unknown;
  return (
    <tr>
      <th scope="row">
        <span class="id">{id}</span>
      </th>
      <td data-label={t('source')}>
        <div>
          <span class="port">{source.port ?? t('http')}</span>
          <span class="muted small">{source.protocol}</span>
        </div>
      </td>
      <td data-label={t('lastSeen')}>
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
      <td data-label={t('position')}>
        {lastLocation === null ? '–' : formatCoordinates(lastLocation.latitude, lastLocation.longitude)}
      </td>
      <td>
        <span class="choices">
          <button type="button" aria-label={t('adoptOf', { id })} onClick={onAdopt}>
            {t('adopt')}
          </button>
          <ConfirmButton
            label={t('forget')}
            name={t('forgetOf', { id })}
            question={t('confirmForget', { id })}
            onConfirm={onForget}
          />
        </span>
      </td>
    </tr>
  );
}
