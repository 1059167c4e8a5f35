import type { JSX } from 'preact';
import type { Licenses } from '../../../schema/devices/licenses.js';
import { useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { Fact } from '../../components/card.js';
import { SettingsLink } from '../../components/settings-link.js';
import { UsageBar } from '../../components/usage-bar.js';
import { licensesText } from './licenses.text.js';

/** Used and free licenses, and what to do if none is left. */
export function CountCard({
  licenses: { total, used, available, overUse },
}: {
  readonly licenses: Licenses;
}): JSX.Element {
  const t = useText(licensesText);
  return (
    <section class="card card-stack" aria-label={t('bar')}>
      <dl class="facts">
        <Fact name={t('total')}>{total}</Fact>
        <Fact name={t('used')}>
          <UsageBar label={t('bar')} used={used} limit={total} />
        </Fact>
        <Fact name={t('available')}>{available}</Fact>
        {overUse === 0 ? null : <Fact name={t('overUse')}>{overUse}</Fact>}
      </dl>
      {available > 0 ? (
        <p class="small muted">{t('rule')}</p>
      ) : (
        <div class="notice card-stack" role="status">
          <strong>{t('allUsed')}</strong>
          <p>{overUse === 0 ? t('allUsedHint') : t('overUseHint', { count: overUse })}</p>
          <ul class="ways">
            <li>
              {t('expireDevice')} <a href={linkTo('/devices')}>{t('toDevices')}</a>
            </li>
            <li>
              {t('raiseTotal')} <SettingsLink />
            </li>
          </ul>
        </div>
      )}
    </section>
  );
}
