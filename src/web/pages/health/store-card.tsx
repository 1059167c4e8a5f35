import type { JSX } from 'preact';
import type { HealthView } from '../../api/health.js';
import { formatBytes } from '../../format/bytes.js';
import { formatNumber } from '../../format/quantity.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { hasPrivilege } from '../../session/has-privilege.js';
import { Card, Fact } from '../../components/card.js';
import { healthText } from './health.text.js';

export type StoreCardProps = {
  readonly store: NonNullable<HealthView['store']>;
  readonly unknownDevices: number | undefined;
};

/** The size of the store, and whether all of it can be read. */
export function StoreCard({ store, unknownDevices }: StoreCardProps): JSX.Element {
  const { preferences, session } = useApp();
  const t = useText(healthText);
  const language = preferences.language.value;
  const { writable, entries, segments, bytes, losses } = store;
  const state = session.state.value;
  const canAdopt = state.is === 'in' && hasPrivilege(state.user, 'devices:write');
  const unknownCount = formatNumber(unknownDevices ?? 0, language);
  return (
    <Card title={t('storeTitle')}>
      <dl class="facts">
        <Fact name={t('writing')}>
          <span class={`badge badge-${writable ? 'live' : 'expired'}`}>{t(writable ? 'writable' : 'notWritable')}</span>
        </Fact>
        <Fact name={t('entries')}>{formatNumber(entries, language)}</Fact>
        <Fact name={t('segments')}>{formatNumber(segments, language)}</Fact>
        <Fact name={t('size')}>{formatBytes(bytes, language)}</Fact>
        <Fact name={t('lost')}>{losses.length === 0 ? t('nothingLost') : formatNumber(losses.length, language)}</Fact>
        {unknownDevices === undefined ? null : (
          <Fact name={t('unknownDevices')}>
            {canAdopt ? <a href={linkTo('/unknown')}>{unknownCount}</a> : unknownCount}
          </Fact>
        )}
      </dl>
    </Card>
  );
}
