import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { Card } from '../../shell/card.js';
import { healthText } from '../health.text.js';

const looks = { starting: 'silent', ready: 'live', unavailable: 'expired' } as const;
const names = { email: 'channelEmail', sms: 'channelSms' } as const;

/** The ways out of the house: whether they work, and what waits for them. */
export function ChannelsCard({ outbox }: { readonly outbox: NonNullable<HealthView['outbox']> }): JSX.Element {
  const say = useText(healthText);
  return (
    <Card title={say('channelsTitle')}>
      {outbox.channels.length === 0 ? <p class="muted">{say('noChannels')}</p> : null}
      <ul class="plain-list">
        {outbox.channels.map(({ name, state, waiting, reason }) => (
          <li key={name}>
            <span class="line">
              <span>
                {say(names[name])} <span class="muted">· {say('waiting', { count: waiting })}</span>
              </span>
              <span class={`badge badge-${looks[state]}`}>{say(state)}</span>
            </span>
            {reason === null ? null : <span class="small muted">{reason}</span>}
          </li>
        ))}
      </ul>
      <a href={linkTo('/messages')}>{say('toMessages')}</a>
    </Card>
  );
}
