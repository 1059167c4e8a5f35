import type { JSX } from 'preact';
import { bytesText } from '../../format/bytes.js';
import { durationText } from '../../format/duration.js';
import { useParts, useText } from '../../parts.js';
import { Card, Fact } from '../../shell/card.js';
import { healthText } from '../health.text.js';

export type GatewayCardProps = {
  readonly version: string;
  readonly upSeconds: number | undefined;
  readonly memoryBytes: number | undefined;
};

/** The program itself. */
export function GatewayCard({ version, upSeconds, memoryBytes }: GatewayCardProps): JSX.Element {
  const { preferences } = useParts();
  const say = useText(healthText);
  const language = preferences.language.value;
  return (
    <Card title={say('gatewayTitle')}>
      <dl class="facts">
        <Fact name={say('version')}>{version}</Fact>
        {upSeconds === undefined ? null : <Fact name={say('uptime')}>{durationText(upSeconds, language)}</Fact>}
        {memoryBytes === undefined ? null : <Fact name={say('memory')}>{bytesText(memoryBytes, language)}</Fact>}
      </dl>
      {upSeconds === undefined ? <p class="muted">{say('notYours')}</p> : null}
      <p class="small muted">{say('readAt')}</p>
    </Card>
  );
}
