import type { JSX } from 'preact';
import type { Group } from '../../../schema/group.js';
import { freshnessOf } from '../../live/freshness.js';
import { useParts, useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { isBound } from '../../session/is-bound.js';
import { Card } from '../../shell/card.js';
import { StateNote } from '../../shell/state-note.js';
import { licensesText } from '../licenses.text.js';
import { takersOf } from './takers.js';

/** Which groups the licences are with. */
export function TakersCard({ groups }: { readonly groups: readonly Group[] }): JSX.Element {
  const { live, depotClock, session } = useParts();
  const say = useText(licensesText);
  const now = depotClock.second.value;
  const isExpired = new Map(
    live.ids.value.map((id) => {
      const tracked = live.of(id)?.peek();
      return [id, tracked !== undefined && freshnessOf(tracked, now) === 'expired'] as const;
    }),
  );
  const state = session.state.value;
  const { groups: each, others } = takersOf(isExpired, groups);
  return (
    <Card title={say('takers')}>
      {live.loaded.value && isExpired.size === 0 ? (
        <StateNote title={say('nobody')}>{say('nobodyHint')}</StateNote>
      ) : (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{say('group')}</th>
              <th scope="col">{say('take')}</th>
              <th scope="col">{say('takeNone')}</th>
            </tr>
          </thead>
          <tbody>
            {[...each, { id: '', name: say('noGroup'), ...others }].map(({ id, name, take, takeNone }) => (
              <tr key={id}>
                <th scope="row">{id === '' ? <span class="muted">{name}</span> : name}</th>
                <td data-label={say('take')}>{take}</td>
                <td data-label={say('takeNone')}>{takeNone}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="small muted">
        {say('several')} {state.is === 'in' && isBound(state.user) ? say('inSight') : null}
      </p>
      <a href={linkTo('/devices')}>{say('toDevices')}</a>
    </Card>
  );
}
