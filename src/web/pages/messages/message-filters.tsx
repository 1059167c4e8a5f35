import type { JSX } from 'preact';
import { useDeviceOptions } from '../../live/device-name.js';
import { useText } from '../../app-context.js';
import { SelectFilter } from '../../components/select-filter.js';
import { messagesText } from './messages.text.js';
import { CHANNELS, MESSAGE_STATES, type MessageFilter } from './message-filter.js';

export type MessageFiltersProps = {
  readonly filter: MessageFilter;
  readonly onChange: (filter: MessageFilter) => void;
};

/** The filters of the list of messages. */
export function MessageFilters({ filter, onChange }: MessageFiltersProps): JSX.Element {
  const t = useText(messagesText);
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
        options={[['', t('anyChannel')], ...CHANNELS.map((name) => [name, t(name)] as const)]}
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
