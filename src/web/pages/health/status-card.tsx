import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { healthText } from './health.text.js';
import type { Problem } from './problems.js';

/** Reasons beyond these say the same. */
const MAX_REASONS = 8;

/** How it is as a whole, and what to do about what is not well. */
export function StatusCard(props: {
  readonly status: HealthView['status'];
  readonly problems: readonly Problem[];
}): JSX.Element {
  const { status, problems } = props;
  const t = useText(healthText);
  const isOk = status === 'ok';
  return (
    <section class={`card card-stack health-status ${isOk ? 'is-ok' : 'is-degraded'}`} aria-live="polite">
      <h2>{!isOk ? t('degraded') : problems.length > 0 ? t('watch') : t('ok')}</h2>
      {problems.length === 0 ? <p>{t('okHint')}</p> : null}
      {isOk ? null : <p>{t('degradedHint')}</p>}
      {problems.length === 0 ? null : (
        <ul class="plain-list">
          {problems.map(({ kind, reasons }) => (
            <li key={kind}>
              <strong>{t(kind)}</strong>
              {reasons.slice(0, MAX_REASONS).map((reason) => (
                <span key={reason}>{reason}</span>
              ))}
              {reasons.length > MAX_REASONS ? <span>…</span> : null}
              <span class="muted">{t(`${kind}Do`)}</span>
              <ProblemLink kind={kind} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ProblemLink({ kind }: Pick<Problem, 'kind'>): JSX.Element | null {
  const t = useText(healthText);
  if (kind === 'ports') return <a href={linkTo('/ports')}>{t('toPorts')}</a>;
  if (kind === 'email' || kind === 'sms') return <a href={linkTo('/messages')}>{t('toMessages')}</a>;
  return null;
}
