import type { JSX } from 'preact';
import type { Licenses } from '../../../schema/licenses.js';
import { useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { Fact } from '../../shell/card.js';
import { UsageBar } from '../../shell/usage-bar.js';
import { licensesText } from '../licenses.text.js';

/** How many there are and are left; with none left, what to do. */
export function CountCard({
  licenses: { total, used, available, overUse },
}: {
  readonly licenses: Licenses;
}): JSX.Element {
  const say = useText(licensesText);
  return (
    <section class="card card-stack" aria-label={say('bar')}>
      <dl class="facts">
        <Fact name={say('total')}>{total}</Fact>
        <Fact name={say('used')}>
          <UsageBar label={say('bar')} used={used} limit={total} />
        </Fact>
        <Fact name={say('available')}>{available}</Fact>
        {overUse === 0 ? null : <Fact name={say('overUse')}>{overUse}</Fact>}
      </dl>
      {available > 0 ? (
        <p class="small muted">{say('rule')}</p>
      ) : (
        <div class="notice card-stack" role="status">
          <strong>{say('usedUp')}</strong>
          <p>{overUse === 0 ? say('usedUpHint') : say('overHint', { count: overUse })}</p>
          <ul class="ways">
            <li>
              {say('wayExpire')} <a href={linkTo('/devices')}>{say('toDevices')}</a>
            </li>
            <li>{say('wayRaise')}</li>
          </ul>
        </div>
      )}
    </section>
  );
}
