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

export type SessionsCardProps = {
  readonly userId: string;
  /** Keys may have been revoked. */
  readonly onChange: () => void;
};

/** Where a user stays signed in, and the end of that. The words of the viewer's own list are their own. */
export function SessionsCard({ userId, onChange }: SessionsCardProps): JSX.Element {
  const { api, session: signIn } = useApp();
  const t = useText(usersText);
  const isOwn = useIsOwn(userId);
  const path = `/api/users/${encodeURIComponent(userId)}/sessions`;
  const { result, reload } = useFetch(() => api.get<{ sessions: SessionView[] }>(path), [path]);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const endsKeys = useSignal(false);
  const everywhere = useSignal(false);
  const sessions = result.value?.ok === true ? result.value.value.sessions : [];

  async function end(ended: string): Promise<boolean> {
    const response = await api.send('DELETE', ended);
    failure.value = response.ok ? undefined : response;
    return response.ok;
  }
  async function endOne(id: string): Promise<void> {
    everywhere.value = false;
    await end(`${path}/${encodeURIComponent(id)}`);
    reload();
  }
  async function endAll(): Promise<void> {
    everywhere.value = await end(endsKeys.value ? `${path}?keys=true` : path);
    if (!everywhere.value) return;
    if (isOwn) {
      signIn.forget();
      return;
    }
    reload();
    onChange();
  }

  return (
    <section class="card card-stack" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('sessions')}</h2>
      <LoadNote result={result.value} onRetry={reload} />
      {result.value?.ok === true && sessions.length === 0 ? (
        <p class="muted small">{t(isOwn ? 'noOwnSessions' : 'noSessions')}</p>
      ) : null}
      <ul class="plain-list">
        {sessions.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            isOwn={isOwn}
            onEnd={() => {
              void endOne(session.id);
            }}
          />
        ))}
      </ul>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <label class="inline">
        <input
          type="checkbox"
          checked={endsKeys.value}
          onChange={({ currentTarget }) => {
            endsKeys.value = currentTarget.checked;
          }}
        />
        {t('endKeys')}
      </label>
      {everywhere.value ? <p role="status">{t('endedAll')}</p> : null}
      <div class="actions">
        <ConfirmButton
          label={t('endAll')}
          question={t(isOwn ? 'confirmEndAllOwn' : 'confirmEndAll')}
          onConfirm={() => void endAll()}
        />
      </div>
    </section>
  );
}

type SessionItemProps = {
  readonly session: SessionView;
  /** of the viewer */
  readonly isOwn: boolean;
  readonly onEnd: () => void;
};

function SessionItem({ session, isOwn, onEnd }: SessionItemProps): JSX.Element {
  const t = useText(usersText);
  const { by, created, lastUsed, address, userAgent, current } = session;
  return (
    <li>
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
        onConfirm={onEnd}
      />
    </li>
  );
}
