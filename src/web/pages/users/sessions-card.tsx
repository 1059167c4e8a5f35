import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { SessionView } from '../../../schema/accounts/session.js';
import type { ApiFailure } from '../../api/client.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { LoadNote } from '../../components/load-note.js';
import { Age, Timestamp } from '../../components/timestamp.js';
import { useIsOwn } from './use-is-own.js';
import { usersText } from './users.text.js';

/** Where a user stays signed in, and the end of that. The words of the viewer's own list are their own. */
export function SessionsCard({ userId }: { readonly userId: string }): JSX.Element {
  const { api } = useApp();
  const t = useText(usersText);
  const isOwn = useIsOwn(userId);
  const path = `/api/users/${encodeURIComponent(userId)}/sessions`;
  const { result, reload } = useFetch(() => api.get<{ sessions: SessionView[] }>(path), [path]);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const sessions = result.value?.ok === true ? result.value.value.sessions : [];

  async function end(ended: string): Promise<void> {
    const response = await api.send('DELETE', ended);
    failure.value = response.ok ? undefined : response;
    reload();
  }

  return (
    <section class="card card-stack" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('sessions')}</h2>
      <LoadNote result={result.value} onRetry={reload} />
      {result.value?.ok === true && sessions.length === 0 ? (
        <p class="muted small">{t(isOwn ? 'noOwnSessions' : 'noSessions')}</p>
      ) : null}
      <ul class="plain-list">
        {sessions.map(({ id, by, created, lastUsed, address, userAgent, current }) => (
          <li key={id}>
            <span class="line">
              <strong>{address}</strong>
              <span class="muted small">
                {t(by)}
                {current ? ` · ${t('thisSession')}` : ''}
              </span>
            </span>
            <span class="small muted breakable">{userAgent}</span>
            <span class="small muted">
              <Timestamp at={Date.parse(created)} /> · <Age at={lastUsed === null ? undefined : Date.parse(lastUsed)} />
            </span>
            <ConfirmButton
              label={t('endSession')}
              name={`${t('endSession')}: ${address}`}
              question={t(isOwn ? 'confirmEndOwn' : 'confirmEnd')}
              onConfirm={() => void end(`${path}/${encodeURIComponent(id)}`)}
            />
          </li>
        ))}
      </ul>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {sessions.length < 2 ? null : (
        <div class="actions">
          <ConfirmButton
            label={t('endAll')}
            question={t(isOwn ? 'confirmEndAllOwn' : 'confirmEndAll')}
            onConfirm={() => void end(path)}
          />
        </div>
      )}
    </section>
  );
}
