import type { JSX } from 'preact';
import type { WearStatus } from '../../../schema/wear.js';
import { bytesText } from '../../format/bytes.js';
import { useParts, useText } from '../../parts.js';
import { Card, Fact } from '../../shell/card.js';
import { Instant } from '../../shell/when.js';
import { healthText } from '../health.text.js';

/** How much is written to the disk: what a memory card lasts by. */
export function WearCard({ wear }: { readonly wear: WearStatus }): JSX.Element {
  const { preferences } = useParts();
  const say = useText(healthText);
  const { since, bytesPerRecord, bytesPerDay, cardBytesPerDay } = wear;
  const text = (bytes: number | null): string => (bytes === null ? '–' : bytesText(bytes, preferences.language.value));
  return (
    <Card title={say('wearTitle')}>
      <dl class="facts">
        <Fact name={say('perRecord')}>{text(bytesPerRecord)}</Fact>
        <Fact name={say('perDay')}>{text(bytesPerDay)}</Fact>
        <Fact name={say('cardPerDay')}>{text(cardBytesPerDay)}</Fact>
        <Fact name={say('wearSince')}>
          <Instant at={Date.parse(since)} />
        </Fact>
      </dl>
      <p class="small muted">{bytesPerDay === null ? say('wearLater') : say('wearHint')}</p>
    </Card>
  );
}
