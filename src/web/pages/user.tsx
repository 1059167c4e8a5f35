import type { JSX } from 'preact';
import type { UserInput, UserView } from '../../schema/user.js';
import type { Answer } from '../api/client.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { RemoveAction } from '../shell/remove-action.js';
import type { PageProps } from './page.js';
import { KeyCard } from './users/key-card.js';
import { UserForm } from './users/user-form.js';
import { usersText } from './users.text.js';

/** One user: what is said of him, his key, and his end. */
export function UserPage({ params: { userId = '' } }: PageProps): JSX.Element {
  const { api } = useParts();
  const say = useText(usersText);
  const path = `/api/users/${encodeURIComponent(userId)}`;
  const { answer, again } = useLoading(() => api.get<{ user: UserView }>(path), [path]);
  const found = answer.value;

  async function save(input: UserInput): Promise<Answer<unknown>> {
    const came = await api.send('PATCH', path, input);
    if (came.ok) again();
    return came;
  }

  return (
    <div class="page">
      <a class="small" href={linkTo('/users')}>
        {say('all')}
      </a>
      <PageHead title={found?.ok === true ? found.value.user.name : userId} />
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true ? (
        <>
          <KeyCard userId={userId} />
          <UserForm user={found.value.user} onSave={save} />
          <RemoveAction path={path} question={say('removeAsk')} next={linkTo('/users')} />
        </>
      ) : null}
    </div>
  );
}
