import type { JSX } from 'preact';
import type { Group } from '../../schema/group.js';
import { useChanging } from '../changing.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { RemoveAction } from '../shell/remove-action.js';
import { commonText } from '../text/common.js';
import type { PageProps } from './page.js';
import { GroupForm } from './groups/group-form.js';
import { mayChangeGroups } from './groups/may-change.js';
import { MemberList } from './groups/member-list.js';
import { groupsText } from './groups.text.js';

/** One group: its name, its devices, and its end. */
export function GroupPage({ params: { groupId = '' } }: PageProps): JSX.Element {
  const { api, session } = useParts();
  const say = useText(groupsText);
  const sayCommon = useText(commonText);
  const path = `/api/groups/${encodeURIComponent(groupId)}`;
  const { answer, again } = useLoading(() => api.get<{ group: Group }>(path), [path]);
  const found = answer.value;
  const group = found?.ok === true ? found.value.group : undefined;
  const mayChange = mayChangeGroups(session.state.value);

  const { save, saved } = useChanging({ path, lastModified: group?.lastModified, again });

  return (
    <div class="page">
      <a class="small" href={linkTo('/groups')}>
        {say('all')}
      </a>
      <PageHead title={group?.name ?? groupId} />
      <LoadNote answer={found} onRetry={again} />
      {group === undefined || mayChange ? null : (
        <>
          {group.description === '' ? null : <p>{group.description}</p>}
          <MemberList devices={group.devices} />
        </>
      )}
      {group !== undefined && mayChange ? (
        <>
          {/* What was saved is what the form begins with. */}
          <GroupForm key={group.lastModified} group={group} onSave={save} />
          <RemoveAction path={path} question={say('removeAsk', { name: group.name })} next={linkTo('/groups')}>
            <p role="status">{saved.value ? sayCommon('saved') : ''}</p>
          </RemoveAction>
        </>
      ) : null}
    </div>
  );
}
