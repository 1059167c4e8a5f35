import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { bytesText } from '../../format/bytes.js';
import { useParts, useText } from '../../parts.js';
import { Card, Fact } from '../../shell/card.js';
import { Meter } from '../../shell/meter.js';
import { healthText } from '../health.text.js';

/** The room that is left, and what comes when there is none. */
export function DiskCard({ disk }: { readonly disk: NonNullable<HealthView['disk']> }): JSX.Element {
  const { preferences } = useParts();
  const say = useText(healthText);
  const { freeBytes, totalBytes } = disk;
  const text = (bytes: number): string => bytesText(bytes, preferences.language.value);
  const used = totalBytes - freeBytes;
  return (
    <Card title={say('diskTitle')}>
      <dl class="facts">
        <Fact name={say('free')}>{text(freeBytes)}</Fact>
        <Fact name={say('used')}>
          <Meter
            label={say('diskTitle')}
            used={used}
            limit={totalBytes}
            text={say('usedOf', { used: text(used), total: text(totalBytes) })}
          />
        </Fact>
      </dl>
      <p class="small muted">{say('diskHint')}</p>
    </Card>
  );
}
