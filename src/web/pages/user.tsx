import type { JSX } from 'preact';
import type { UserInput, UserView } from '../../schema/accounts/user.js';
import type { ApiResult } from '../api/client.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../components/load-note.js';
import { ChangesLink } from '../shell/changes-link.js';
import { PageHead } from '../shell/page-head.js';
import { RemoveAction } from '../components/remove-action.js';
import type { PageProps } from './page.js';
import { AccessKeysCard } from './users/access-keys-card.js';
import { ApiKeyCard } from './users/api-key-card.js';
import { LinkCard } from './users/link-card.js';
import { PasswordCard } from './users/password-card.js';
import { SessionsCard } from './users/sessions-card.js';
import { useIsOwn } from './users/use-is-own.js';
import { UserForm } from './users/user-form.js';
import { usersText } from './users/users.text.js';

/** One user: password, API key, sessions and the account. */
export function UserPage({ params: { userId = '' } }: PageProps): JSX.Element {
  const { api } = useApp();
  const t = useText(usersText);
  const isOwn = useIsOwn(userId);
  const path = `/api/users/${encodeURIComponent(userId)}`;
  const { result, reload } = useFetch(() => api.get<{ user: UserView }>(path), [path]);
  const found = result.value;

  async function save(input: UserInput): Promise<ApiResult<unknown>> {
    const response = await api.send('PATCH', path, input);
    if (response.ok) reload();
    return response;
  }

  return (
    <div class="page">
      <a class="small" href={linkTo('/users')}>
        {t('all')}
      </a>
      <PageHead title={found?.ok === true ? found.value.user.name : userId}>
        <ChangesLink subject={userId} />
      </PageHead>
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true ? (
        <>
          <PasswordCard user={found.value.user} onChange={reload} />
          <ApiKeyCard user={found.value.user} onChange={reload} />
          <AccessKeysCard user={found.value.user} />
          {isOwn ? null : <LinkCard userId={userId} />}
          <SessionsCard userId={userId} onChange={reload} />
          <UserForm user={found.value.user} onSave={save} />
          <RemoveAction path={path} question={t('confirmRemove')} next={linkTo('/users')} />
        </>
      ) : null}
    </div>
  );
}
