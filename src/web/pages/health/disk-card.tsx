import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { formatBytes } from '../../format/bytes.js';
import { useApp, useText } from '../../app-context.js';
import { Card, Fact } from '../../components/card.js';
import { Meter } from '../../components/meter.js';
import { healthText } from './health.text.js';

/** The free space of the data disk. */
export function DiskCard({ disk }: { readonly disk: NonNullable<HealthView['disk']> }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(healthText);
  const { freeBytes, totalBytes, previousStores } = disk;
  const text = (bytes: number): string => formatBytes(bytes, preferences.language.value);
  const used = totalBytes - freeBytes;
  return (
    <Card title={t('diskTitle')}>
      <dl class="facts">
        <Fact name={t('free')}>{text(freeBytes)}</Fact>
        <Fact name={t('used')}>
          <Meter
            label={t('diskTitle')}
            used={used}
            limit={totalBytes}
            text={t('usedOf', { used: text(used), total: text(totalBytes) })}
          />
        </Fact>
        {previousStores && (
          <Fact name={t('previousStores')}>
            {text(previousStores.bytes)} <span class="small muted">{t('previousStoresHint')}</span>
          </Fact>
        )}
      </dl>
      <p class="small muted">{t('diskHint')}</p>
    </Card>
  );
}
