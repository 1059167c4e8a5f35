import type { JSX } from 'preact';
import { useDeviceOptions } from '../../live/device-name.js';
import { useText } from '../../parts.js';
import { Choice } from '../../shell/choice.js';
import { messagesText } from '../messages.text.js';
import { channels, states, type Filter } from './chosen.js';

export type FiltersProps = { readonly filter: Filter; readonly onChange: (filter: Filter) => void };

/** Which of the messages are shown. */
export function Filters({ filter, onChange }: FiltersProps): JSX.Element {
  const say = useText(messagesText);
  const devices = useDeviceOptions();
  return (
    <div class="filters">
      <Choice
        label={say('state')}
        value={filter.state}
        options={[['', say('anyState')], ...states.map((one) => [one, say(one)] as const)]}
        onChange={(state) => {
          onChange({ ...filter, state });
        }}
      />
      <Choice
        label={say('channel')}
        value={filter.channel}
        options={[['', say('anyChannel')], ...channels.map((one) => [one, say(one)] as const)]}
        onChange={(channel) => {
          onChange({ ...filter, channel });
        }}
      />
      <Choice
        label={say('device')}
        value={filter.deviceId}
        options={[['', say('anyDevice')], ...devices]}
        onChange={(deviceId) => {
          onChange({ ...filter, deviceId });
        }}
      />
    </div>
  );
}
