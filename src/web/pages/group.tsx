import type { JSX } from 'preact';
import type { Group } from '../../schema/devices/group.js';
import { useSave } from '../api/use-save.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { RemoveAction } from '../components/remove-action.js';
import { commonText } from '../text/common.js';
import type { PageProps } from './page.js';
import { GroupForm } from './groups/group-form.js';
import { canChangeGroups } from './groups/can-change-groups.js';
import { MemberList } from './groups/member-list.js';
import { groupsText } from './groups/groups.text.js';

/** One group: its form, or its devices for users who cannot change it. */
export function GroupPage({ params: { groupId = '' } }: PageProps): JSX.Element {
  const { api, session } = useApp();
  const t = useText(groupsText);
  const tCommon = useText(commonText);
  const path = `/api/groups/${encodeURIComponent(groupId)}`;
  const { result, reload } = useFetch(() => api.get<{ group: Group }>(path), [path]);
  const found = result.value;
  const group = found?.ok === true ? found.value.group : undefined;
  const canChange = canChangeGroups(session.state.value);

  const { save, saved } = useSave({ path, lastModified: group?.lastModified, reload });

  return (
    <div class="page">
      <a class="small" href={linkTo('/groups')}>
        {t('all')}
      </a>
      <PageHead title={group?.name ?? groupId} />
      <LoadNote result={found} onRetry={reload} />
      {group === undefined || canChange ? null : (
        <>
          {group.description === '' ? null : <p>{group.description}</p>}
          <MemberList devices={group.devices} />
        </>
      )}
      {group !== undefined && canChange ? (
        <>
          {/* A new key restarts the form with the values that were saved. */}
          <GroupForm key={group.lastModified} group={group} onSave={save} />
          <RemoveAction path={path} question={t('confirmRemove', { name: group.name })} next={linkTo('/groups')}>
            <p role="status">{saved.value ? tCommon('saved') : ''}</p>
          </RemoveAction>
        </>
      ) : null}
    </div>
  );
}
