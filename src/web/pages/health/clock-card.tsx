import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { formatNumber } from '../../format/quantity.js';
import { useApp, useText } from '../../app-context.js';
import { Card, Fact } from '../../components/card.js';
import { useMessage } from '../../components/use-message.js';
import { Timestamp } from '../../components/timestamp.js';
import { healthText } from './health.text.js';

/** The other sources are only a lower bound of the time. */
const EXACT_SOURCES: ReadonlySet<string> = new Set(['ntp', 'gps', 'rtc']);

/** The quality of the clock, and the sources it is judged by. */
export function ClockCard({ clock }: { readonly clock: NonNullable<HealthView['clock']> }): JSX.Element {
  const { gatewayClock, preferences } = useApp();
  const t = useText(healthText);
  const show = useMessage();
  const { quality, reason, reasonData, now } = clock;
  return (
    <Card title={t('clockTitle')}>
      <dl class="facts">
        <Fact name={t('quality')}>{t(quality)}</Fact>
        <Fact name={t('gatewayTime')}>
          <Timestamp at={Date.parse(now)} />
        </Fact>
      </dl>
      {reason === null ? null : <p class="notice breakable">{show(reasonData, reason)}</p>}
      <ul class="plain-list">
        {(gatewayClock.view.value?.sources ?? []).map(({ name, message, messageData, ahead }) => (
          <li key={name} class="small">
            {show(messageData, message)}
            {ahead === null || !EXACT_SOURCES.has(name) ? null : (
              <span class="muted">
                {' · '}
                {t('ahead', { seconds: formatNumber(ahead, preferences.language.value, Math.abs(ahead) < 10 ? 1 : 0) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
