import type { JSX } from 'preact';
import type { UnknownDeviceView } from '../../../schema/unknown-device.js';
import { placeText } from '../../format/quantity.js';
import { useText } from '../../parts.js';
import { ConfirmButton } from '../../shell/confirm-button.js';
import { Age, Instant } from '../../shell/when.js';
import { unknownText } from './unknown.text.js';

export type UnknownRowProps = {
  readonly unknown: UnknownDeviceView;
  readonly onAdopt: () => void;
  readonly onDiscard: () => void;
};

/** An unknown device; to forget it takes a second word. */
export function UnknownRow({ unknown, onAdopt, onDiscard }: UnknownRowProps): JSX.Element {
  const say = useText(unknownText);
  const { id, firstHeard, lastHeard, source, records, dropped, lastLocation } = unknown;
  return (
    <tr>
      <th scope="row">{id}</th>
      <td data-label={say('from')}>
        <div>
          <span class="port">{source.port ?? say('http')}</span>
          <span class="muted small">{source.protocol}</span>
        </div>
      </td>
      <td data-label={say('heard')}>
        <Age at={Date.parse(lastHeard)} />
      </td>
      <td data-label={say('since')}>
        <Instant at={Date.parse(firstHeard)} />
      </td>
      <td data-label={say('records')}>
        <div>
          {records}
          {dropped === 0 ? null : <span class="small">{say('dropped', { count: dropped })}</span>}
        </div>
      </td>
      <td data-label={say('place')}>
        {lastLocation === null ? '–' : placeText(lastLocation.latitude, lastLocation.longitude)}
      </td>
      <td>
        <span class="choices">
          <button type="button" aria-label={say('adoptOf', { id })} onClick={onAdopt}>
            {say('adopt')}
          </button>
          <ConfirmButton
            label={say('discard')}
            name={say('discardOf', { id })}
            question={say('discardSure', { id })}
            onConfirm={onDiscard}
          />
        </span>
      </td>
    </tr>
  );
}
