import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import { SettingsLink } from '../../components/settings-link.js';
import { linkTo } from '../../routing/match.js';
import { Card } from '../../components/card.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import { healthText } from './health.text.js';

const BADGE_CLASSES = { starting: 'silent', ready: 'live', unavailable: 'expired' } as const;

/** The delivery channels: whether they work, and how many messages wait. */
export function ChannelsCard({ outbox }: { readonly outbox: NonNullable<HealthView['outbox']> }): JSX.Element {
  const t = useText(healthText);
  const labelsOf = useChannelLabels();
  const serverText = useServerText();
  return (
    <Card title={t('channelsTitle')}>
      {outbox.channels.length === 0 ? (
        <p class="muted">
          {t('noChannels')} <SettingsLink />
        </p>
      ) : null}
      <ul class="plain-list">
        {outbox.channels.map(({ name, state, waiting, reason }) => (
          <li key={name}>
            <span class="line">
              <span>
                {capitalize(labelsOf(name).name)} <span class="muted">· {t('waiting', { count: waiting })}</span>
              </span>
              <span class={`badge badge-${BADGE_CLASSES[state]}`}>{t(state)}</span>
            </span>
            {reason === null ? null : <span class="small muted">{serverText(reason)}</span>}
          </li>
        ))}
      </ul>
      <a href={linkTo('/messages')}>{t('toMessages')}</a>
    </Card>
  );
}
