import type { JSX } from 'preact';
import type { UserView } from '../../schema/accounts/user.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { AccessKeysCard } from './users/access-keys-card.js';
import { ApiKeyCard } from './users/api-key-card.js';
import { LinkCard } from './users/link-card.js';
import { PasswordCard } from './users/password-card.js';
import { SessionsCard } from './users/sessions-card.js';

/** The viewer's own account: other devices, sessions, password and API key. */
export function AccountPage(): JSX.Element {
  const { api, session } = useApp();
  const title = useText(navigationText)('account');
  const state = session.state.value;
  const userId = state.is === 'in' ? state.user.id : '';
  const { result, reload } = useFetch(
    () => api.get<{ user: UserView }>(`/api/users/${encodeURIComponent(userId)}`),
    [userId],
  );
  const found = result.value;
  return (
    <div class="page">
      <PageHead title={title}>
        <p class="muted">{state.is === 'in' ? `${state.user.name} · ${state.user.email}` : ''}</p>
      </PageHead>
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true ? (
        <div class="card-columns">
          <LinkCard />
          <SessionsCard userId={userId} onChange={reload} />
          <PasswordCard user={found.value.user} onChange={reload} />
          <ApiKeyCard user={found.value.user} onChange={reload} />
          <AccessKeysCard user={found.value.user} />
        </div>
      ) : null}
    </div>
  );
}
