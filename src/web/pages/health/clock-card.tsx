import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { numberText } from '../../format/quantity.js';
import { useParts, useText } from '../../parts.js';
import { Card, Fact } from '../../shell/card.js';
import { Instant } from '../../shell/when.js';
import { healthText } from '../health.text.js';

/** Others say no more than that it is no earlier. */
const keepers: ReadonlySet<string> = new Set(['ntp', 'gps', 'rtc']);

/** How far the clock is to be believed, and what there is to judge it by. */
export function ClockCard({ clock }: { readonly clock: NonNullable<HealthView['clock']> }): JSX.Element {
  const { depotClock, preferences } = useParts();
  const say = useText(healthText);
  const { quality, reason, now } = clock;
  return (
    <Card title={say('clockTitle')}>
      <dl class="facts">
        <Fact name={say('quality')}>{say(quality)}</Fact>
        <Fact name={say('depotNow')}>
          <Instant at={Date.parse(now)} />
        </Fact>
      </dl>
      {reason === null ? null : <p class="notice breakable">{reason}</p>}
      <ul class="plain-list">
        {(depotClock.view.value?.sources ?? []).map(({ name, says, ahead }) => (
          <li key={name} class="small">
            {says}
            {ahead === null || !keepers.has(name) ? null : (
              <span class="muted">
                {say('ahead', { seconds: numberText(ahead, preferences.language.value, Math.abs(ahead) < 10 ? 1 : 0) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
