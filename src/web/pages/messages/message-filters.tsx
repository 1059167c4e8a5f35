import type { JSX } from 'preact';
import { CHANNEL_NAMES } from '../../../schema/channels.js';
import { useDeviceOptions } from '../../live/device-name.js';
import { useText } from '../../app-context.js';
import { SelectFilter } from '../../components/select-filter.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { messagesText } from './messages.text.js';
import { MESSAGE_STATES, type MessageFilter } from './message-filter.js';

export type MessageFiltersProps = {
  readonly filter: MessageFilter;
  readonly onChange: (filter: MessageFilter) => void;
};

/** The filters of the list of messages. */
export function MessageFilters({ filter, onChange }: MessageFiltersProps): JSX.Element {
  const t = useText(messagesText);
  const labelsOf = useChannelLabels();
  const devices = useDeviceOptions();
  return (
    <div class="filters">
      <SelectFilter
        label={t('state')}
        value={filter.state}
        options={[['', t('anyState')], ...MESSAGE_STATES.map((name) => [name, t(name)] as const)]}
        onChange={(state) => {
          onChange({ ...filter, state });
        }}
      />
      <SelectFilter
        label={t('channel')}
        value={filter.channel}
        options={[
          ['', t('anyChannel')],
          ...CHANNEL_NAMES.map((name) => [name, capitalize(labelsOf(name).name)] as const),
        ]}
        onChange={(channel) => {
          onChange({ ...filter, channel });
        }}
      />
      <SelectFilter
        label={t('device')}
        value={filter.deviceId}
        options={[['', t('anyDevice')], ...devices]}
        onChange={(deviceId) => {
          onChange({ ...filter, deviceId });
        }}
      />
    </div>
  );
}
