import type { JSX } from 'preact';
import { formatBytes } from '../../format/bytes.js';
import { formatDuration } from '../../format/duration.js';
import { useApp, useText } from '../../app-context.js';
import { Card, Fact } from '../../components/card.js';
import { healthText } from './health.text.js';

export type GatewayCardProps = {
  readonly version: string;
  readonly upSeconds: number | undefined;
  readonly memoryBytes: number | undefined;
};

/** Version, uptime and memory of the gateway. */
export function GatewayCard({ version, upSeconds, memoryBytes }: GatewayCardProps): JSX.Element {
  const { preferences } = useApp();
  const t = useText(healthText);
  const language = preferences.language.value;
  return (
    <Card title={t('gatewayTitle')}>
      <dl class="facts">
        <Fact name={t('version')}>{version}</Fact>
        {upSeconds === undefined ? null : <Fact name={t('uptime')}>{formatDuration(upSeconds, language)}</Fact>}
        {memoryBytes === undefined ? null : <Fact name={t('memory')}>{formatBytes(memoryBytes, language)}</Fact>}
      </dl>
      {upSeconds === undefined ? <p class="muted">{t('restricted')}</p> : null}
      <p class="small muted">{t('interval')}</p>
    </Card>
  );
}
