import type { JSX } from 'preact';
import type { UplinkState, UplinkView } from '../../../schema/uplinks/uplink.js';
import { useApp, useText } from '../../app-context.js';
import { Fact } from '../../components/card.js';
import { useServerText } from '../../components/server-text.js';
import { Age } from '../../components/timestamp.js';
import { formatAge } from '../../format/age.js';
import { formatNumber } from '../../format/quantity.js';
import { uplinksText } from './uplinks.text.js';

const BADGE_CLASSES: Readonly<Record<UplinkState, string>> = {
  connecting: 'stale',
  forwarding: 'live',
  waiting: 'stale',
  idle: 'live',
  stopped: 'expired',
  disabled: 'silent',
};

/** How the reason is shown: as a remark while the uplink forwards. */
const NOTE_CLASSES: Readonly<Record<UplinkState, string>> = {
  connecting: 'notice',
  forwarding: 'muted',
  waiting: 'notice',
  idle: 'muted',
  stopped: 'failure',
  disabled: 'muted',
};

export const StateBadge = ({ state }: { readonly state: UplinkState }): JSX.Element => (
  <span class={`badge badge-${BADGE_CLASSES[state]}`}>{useText(uplinksText)(state)}</span>
);

/** Why an uplink does not forward, its counters and its last error. */
export function UplinkStatus({ uplink }: { readonly uplink: UplinkView }): JSX.Element {
  const { preferences, gatewayClock } = useApp();
  const t = useText(uplinksText);
  const serverText = useServerText();
  const language = preferences.language.value;
  const { state, reason, behind, lastAcknowledgement, lastError, forwarded, repeated, dropped, deadLetters } = uplink;
  const number = (count: number): string => formatNumber(count, language);
  const age = (at: string): string => formatAge(gatewayClock.nowSignal.value - Date.parse(at), language);
  return (
    <>
      {reason === null ? null : <p class={`breakable ${NOTE_CLASSES[state]}`}>{serverText(reason)}</p>}
      <dl class="facts uplink-facts">
        <Fact name={t('behind')}>
          {number(behind.records)}
          {behind.oldest === null ? null : <p class="small muted">{t('oldest', { age: age(behind.oldest) })}</p>}
        </Fact>
        <Fact name={t('lastAcknowledgement')}>
          <Age at={lastAcknowledgement === null ? undefined : Date.parse(lastAcknowledgement)} />
        </Fact>
        <Fact name={t('forwarded')}>
          {number(forwarded)}
          {repeated === 0 ? null : <p class="small muted">{t('repeated', { count: repeated })}</p>}
        </Fact>
        {dropped === 0 ? null : <Fact name={t('dropped')}>{number(dropped)}</Fact>}
        <Fact name={t('deadLetters')}>{number(deadLetters)}</Fact>
      </dl>
      {lastError === null || lastError.message === reason ? null : (
        <p class="small muted breakable">
          {t('lastError', { age: age(lastError.at), message: serverText(lastError.message) })}
        </p>
      )}
    </>
  );
}
