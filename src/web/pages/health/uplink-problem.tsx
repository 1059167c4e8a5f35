import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import { Timestamp } from '../../components/timestamp.js';
import { formatNumber } from '../../format/quantity.js';
import { healthText } from './health.text.js';
import type { UplinkHealth } from './problems.js';

/** Why an uplink needs attention: it has stopped, what it may not forward, or since when it is behind. */
export function UplinkProblem({ uplink }: { readonly uplink: UplinkHealth }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(healthText);
  const serverText = useServerText();
  const { name, state, reason, behind, deadLetters, dropped } = uplink;
  const number = (count: number): string => formatNumber(count, preferences.language.value);
  const isStopped = state === 'stopped';
  // Without one of these, the oldest record waits for too long.
  const isLate = !isStopped && deadLetters === 0 && dropped === 0;
  return (
    <>
      {isStopped ? <span>{t('uplinkStopped', { name })}</span> : null}
      {isLate && behind.oldest !== null ? (
        <span>
          {t('uplinkBehind', { name, count: behind.records })} <Timestamp at={Date.parse(behind.oldest)} />
        </span>
      ) : null}
      {reason !== null && (isStopped || isLate) ? <span class="breakable">{serverText(reason)}</span> : null}
      {deadLetters === 0 ? null : <span>{t('uplinkRefused', { name, count: number(deadLetters) })}</span>}
      {dropped === 0 ? null : <span>{t('uplinkDropped', { name, count: number(dropped) })}</span>}
    </>
  );
}
