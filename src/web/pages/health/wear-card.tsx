import type { JSX } from 'preact';
import type { WearStatus } from '../../../schema/system/disk-wear.js';
import { formatBytes } from '../../format/bytes.js';
import { useApp, useText } from '../../app-context.js';
import { Card, Fact } from '../../components/card.js';
import { Timestamp } from '../../components/timestamp.js';
import { healthText } from './health.text.js';

/** How much is written to the disk, which wears out memory cards. */
export function WearCard({ wear }: { readonly wear: WearStatus }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(healthText);
  const { since, bytesPerRecord, bytesPerDay, cardBytesPerDay } = wear;
  const text = (bytes: number | null): string =>
    bytes === null ? '–' : formatBytes(bytes, preferences.language.value);
  return (
    <Card title={t('wearTitle')}>
      <dl class="facts">
        <Fact name={t('perRecord')}>{text(bytesPerRecord)}</Fact>
        <Fact name={t('perDay')}>{text(bytesPerDay)}</Fact>
        <Fact name={t('cardPerDay')}>{text(cardBytesPerDay)}</Fact>
        <Fact name={t('wearSince')}>
          <Timestamp at={Date.parse(since)} />
        </Fact>
      </dl>
      <p class="small muted">{bytesPerDay === null ? t('wearLater') : t('wearHint')}</p>
    </Card>
  );
}
