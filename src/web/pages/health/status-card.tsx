import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { formatNumber } from '../../format/quantity.js';
import { useApp, useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import { SettingsLink } from '../../components/settings-link.js';
import { Timestamp } from '../../components/timestamp.js';
import { linkTo } from '../../routing/match.js';
import { DeviceLink } from '../../shell/device-link.js';
import { healthText } from './health.text.js';
import { useProblemTitle } from './problem-title.js';
import type { HealthProblem } from './problems.js';
import { UplinkProblem } from './uplink-problem.js';

/** Bounds the list when many ports have the same problem. */
const MAX_REASONS = 8;

/** The overall state, and how to fix each problem. */
export function StatusCard(props: {
  readonly status: HealthView['status'];
  readonly problems: readonly HealthProblem[];
}): JSX.Element {
  const { status, problems } = props;
  const t = useText(healthText);
  const title = useProblemTitle();
  const serverText = useServerText();
  const isOk = status === 'ok';
  return (
    <section class={`card card-stack health-status ${isOk ? 'is-ok' : 'is-degraded'}`} aria-live="polite">
      <h2>{!isOk ? t('degraded') : problems.length > 0 ? t('warning') : t('ok')}</h2>
      {problems.length === 0 ? <p>{t('okHint')}</p> : null}
      {isOk ? null : <p>{t('degradedHint')}</p>}
      {problems.length === 0 ? null : (
        <ul class="plain-list">
          {problems.map((problem) => {
            const { kind, channel, missing, counted, uplinks, history, reasons } = problem;
            return (
              <li key={`${kind} ${channel ?? ''} ${missing?.name ?? ''} ${missing?.webhook ?? ''}`}>
                <strong>{title(problem)}</strong>
                {history === undefined ? null : <EarlyEnd history={history} />}
                {missing === undefined ? null : <MissingChannel missing={missing} />}
                {counted === undefined ? null : <CountedMessages counted={counted} kind={kind} />}
                {uplinks?.map((uplink) => (
                  <UplinkProblem key={uplink.name} uplink={uplink} />
                ))}
                {reasons.slice(0, MAX_REASONS).map((reason) => (
                  <span key={reason}>{serverText(reason)}</span>
                ))}
                {reasons.length > MAX_REASONS ? <span>…</span> : null}
                <span class="muted">{t(`${kind}Fix`)}</span>
                <ProblemLink kind={kind} />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** How many, since when, and the device of the last one if the user may see it. */
function CountedMessages(props: {
  readonly counted: NonNullable<HealthProblem['counted']>;
  readonly kind: HealthProblem['kind'];
}): JSX.Element {
  const t = useText(healthText);
  const { count, since, last, deviceId } = props.counted;
  return (
    <span>
      {t(props.kind === 'failedMessages' ? 'failedCount' : 'unsentCount', { count })}{' '}
      <Timestamp at={Date.parse(since)} />
      {last === undefined ? null : (
        <>
          {' · '}
          {t('unsentLast')} <Timestamp at={Date.parse(last)} />
        </>
      )}
      {deviceId === null ? null : (
        <>
          {' · '}
          <DeviceLink deviceId={deviceId} />
        </>
      )}
    </span>
  );
}

/** The rules that send to it, and how many messages wait. */
function MissingChannel({ missing }: { readonly missing: NonNullable<HealthProblem['missing']> }): JSX.Element {
  const t = useText(healthText);
  const { waiting, rules } = missing;
  return (
    <>
      {rules.length === 0 ? null : <span class="breakable">{t('missingRules', { rules: rules.join(', ') })}</span>}
      {waiting === 0 ? null : <span>{t('waiting', { count: waiting })}</span>}
    </>
  );
}

/** How far back history reaches, and the device that takes the most room if the user may see it. */
function EarlyEnd({ history }: { readonly history: NonNullable<HealthProblem['history']> }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(healthText);
  const { since, days, largest } = history;
  const deviceId = largest?.deviceId ?? null;
  const percent = formatNumber(Math.round((largest?.share ?? 0) * 100), preferences.language.value);
  return (
    <span>
      {t('historySince', { days })} {since === null ? null : <Timestamp at={Date.parse(since)} />}
      {deviceId === null ? null : (
        <>
          {' · '}
          <DeviceLink deviceId={deviceId} /> {t('takes', { percent })}
        </>
      )}
    </span>
  );
}

const TO_MESSAGES: readonly HealthProblem['kind'][] = [
  'waitingMessages',
  'stuckAlerts',
  'unsentAlerts',
  'failedMessages',
];

function ProblemLink({ kind }: Pick<HealthProblem, 'kind'>): JSX.Element | null {
  const t = useText(healthText);
  if (kind === 'uplinks') return <a href={linkTo('/uplinks')}>{t('toUplinks')}</a>;
  if (kind === 'ports' || kind === 'absentPorts' || kind === 'silentPorts')
    return <a href={linkTo('/ports')}>{t('toPorts')}</a>;
  if (TO_MESSAGES.includes(kind)) return <a href={linkTo('/messages')}>{t('toMessages')}</a>;
  return kind === 'history' || kind === 'disk' || kind === 'missingChannel' ? <SettingsLink /> : null;
}
