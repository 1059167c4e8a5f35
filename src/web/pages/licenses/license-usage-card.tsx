import type { JSX } from 'preact';
import type { Group } from '../../../schema/devices/group.js';
import { freshnessOf } from '../../live/freshness.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { isRestricted } from '../../session/is-restricted.js';
import { Card } from '../../components/card.js';
import { StateNote } from '../../components/state-note.js';
import { TableHead } from '../../table/table-head.js';
import { ascending, useSorting } from '../../table/use-sorting.js';
import { licensesText } from './licenses.text.js';
import { licenseUsageOf } from './license-usage.js';

type GroupRow = ReturnType<typeof licenseUsageOf>['groups'][number];

/** The licenses in use by group. */
export function LicenseUsageCard({ groups }: { readonly groups: readonly Group[] }): JSX.Element {
  const { live, gatewayClock, session } = useApp();
  const t = useText(licensesText);
  const now = gatewayClock.nowSignal.value;
  const isExpired = new Map(
    live.ids.value.map((id) => {
      const deviceState = live.get(id)?.peek();
      return [id, deviceState !== undefined && freshnessOf(deviceState, now) === 'expired'] as const;
    }),
  );
  const state = session.state.value;
  const { groups: grouped, others } = licenseUsageOf(isExpired, groups);
  const values = {
    group: ({ name }: GroupRow) => name,
    active: ({ active }: GroupRow) => active,
    expired: ({ expired }: GroupRow) => expired,
  };
  const { rows, ...sorting } = useSorting<GroupRow>(grouped, values, ascending('group'));
  return (
    <Card title={t('usedBy')}>
      {live.loaded.value && isExpired.size === 0 ? (
        <StateNote title={t('unused')}>{t('unusedHint')}</StateNote>
      ) : (
        <table class="rows">
          <TableHead
            sorting={sorting}
            columns={(['group', 'active', 'expired'] as const).map((name) => ({ name, label: t(name) }))}
          />
          <tbody>
            {[...rows, { id: '', name: t('noGroup'), ...others }].map(({ id, name, active, expired }) => (
              <tr key={id}>
                <th scope="row">{id === '' ? <span class="muted">{name}</span> : name}</th>
                <td data-label={t('active')}>{active}</td>
                <td data-label={t('expired')}>{expired}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="small muted">
        {t('severalGroups')} {state.is === 'in' && isRestricted(state.user) ? t('restricted') : null}
      </p>
      <a href={linkTo('/devices')}>{t('toDevices')}</a>
    </Card>
  );
}
