import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { useServerText } from '../components/server-text.js';
import { useProblemTitle } from '../pages/health/problem-title.js';
import { findProblems, type HealthProblem } from '../pages/health/problems.js';
import { healthText } from '../pages/health/health.text.js';
import { linkTo } from '../routing/match.js';
import { shellText } from '../text/shell.js';

/** Kinds that stop data or messages, or make data wrong, whatever page the user looks at. */
const SHOWN: readonly HealthProblem['kind'][] = [
  'store',
  'losses',
  'clock',
  'ports',
  'absentPorts',
  'missingChannel',
  'waitingMessages',
  'stuckAlerts',
  'unsentAlerts',
  'failedMessages',
  'silentPorts',
  'disk',
];
/** The reason of a port has the fix. */
const FIXED_BY_REASON: readonly HealthProblem['kind'][] = ['ports', 'absentPorts', 'silentPorts'];

/** What is wrong with the gateway or the connection to it, and how to fix it. */
export function ProblemBanner(): JSX.Element | null {
  const { feed, path } = useApp();
  const t = useText(shellText);
  const tHealth = useText(healthText);
  const serverText = useServerText();
  const title = useProblemTitle();
  const [first, ...others] = useProblems();
  if (feed.state.value === 'waiting') {
    return (
      <section class="problem-banner is-bad" role="status">
        <strong>{t('connectionLost')}</strong> <span>{t('connectionLostFix')}</span>
      </section>
    );
  }
  // The page about health shows all of them.
  if (first === undefined || path.value === '/health') return null;
  const [reason] = first.reasons;
  return (
    <section class={`problem-banner ${first.kind === 'store' ? 'is-bad' : ''}`} role="status">
      <strong>{title(first)}.</strong> {reason === undefined ? null : <span>{serverText(reason)}. </span>}
      {FIXED_BY_REASON.includes(first.kind) && reason !== undefined ? null : (
        <span>{tHealth(`${first.kind}Fix`)} </span>
      )}
      <a href={linkTo('/health')}>{others.length === 0 ? t('details') : t('moreProblems', { count: others.length })}</a>
    </section>
  );
}

/** As far as the health of the gateway and the feed tell; the feed is faster about ports. */
function useProblems(): readonly HealthProblem[] {
  const { healthPoller, portStore, gatewayClock } = useApp();
  const result = healthPoller.result.value;
  const ports = [...portStore.closed.value, ...portStore.silent.value];
  if (result?.ok === true) {
    const problems = findProblems(result.value, ports);
    return problems.filter(({ kind }) => SHOWN.includes(kind));
  }
  const reason = gatewayClock.view.value?.reason ?? null;
  return [...(reason === null ? [] : [{ kind: 'clock', reasons: [reason] } as const]), ...findPortProblem(ports)];
}

const findPortProblem = (ports: Parameters<typeof findProblems>[1]): readonly HealthProblem[] =>
  findProblems({ status: 'ok', version: '' }, ports);
