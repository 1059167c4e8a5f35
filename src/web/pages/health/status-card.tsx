import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { healthText } from '../health.text.js';
import type { Trouble } from './troubles.js';

/** Reasons beyond these say the same. */
const MOST_REASONS = 8;

/** How it is as a whole, and what to do about what is not well. */
export function StatusCard(props: {
  readonly status: HealthView['status'];
  readonly troubles: readonly Trouble[];
}): JSX.Element {
  const { status, troubles } = props;
  const say = useText(healthText);
  const isOk = status === 'ok';
  return (
    <section class={`card card-stack health-status ${isOk ? 'is-ok' : 'is-degraded'}`} aria-live="polite">
      <h2>{!isOk ? say('degraded') : troubles.length > 0 ? say('watch') : say('ok')}</h2>
      {troubles.length === 0 ? <p>{say('okHint')}</p> : null}
      {isOk ? null : <p>{say('degradedHint')}</p>}
      {troubles.length === 0 ? null : (
        <ul class="plain-list">
          {troubles.map(({ what, reasons }) => (
            <li key={what}>
              <strong>{say(what)}</strong>
              {reasons.slice(0, MOST_REASONS).map((reason) => (
                <span key={reason}>{reason}</span>
              ))}
              {reasons.length > MOST_REASONS ? <span>…</span> : null}
              <span class="muted">{say(`${what}Do`)}</span>
              <WayOut what={what} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function WayOut({ what }: Pick<Trouble, 'what'>): JSX.Element | null {
  const say = useText(healthText);
  if (what === 'ports') return <a href={linkTo('/ports')}>{say('toPorts')}</a>;
  if (what === 'email' || what === 'sms') return <a href={linkTo('/messages')}>{say('toMessages')}</a>;
  return null;
}
