import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { UserView } from '../../../schema/accounts/user.js';
import type { ApiFailure, ApiResult } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { ShownOnce } from '../../shown-once/shown-once.js';
import { useIsOwn } from './use-is-own.js';
import { usersText } from './users.text.js';

export type ApiKeyCardProps = { readonly user: UserView; readonly onChange: () => void };

/** Issues and revokes the API key; a new key is shown only once. Viewers who issue their own stay signed in here. */
export function ApiKeyCard({ user, onChange }: ApiKeyCardProps): JSX.Element {
  const { api, session } = useApp();
  const t = useText(usersText);
  const isOwn = useIsOwn(user.id);
  const key = useSignal<string | undefined>(undefined);
  const revoked = useSignal(false);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const path = `/api/users/${encodeURIComponent(user.id)}/apiKey`;

  async function issue(): Promise<void> {
    const send = async (): Promise<ApiResult<string>> => {
      const result = await api.send<{ apiKey: string }>('POST', path);
      if (!result.ok) return result;
      key.value = result.value.apiKey;
      revoked.value = false;
      return { ok: true, value: result.value.apiKey };
    };
    const issued = isOwn ? await session.changeSecret(send) : await send();
    failure.value = issued === undefined || issued.ok ? undefined : issued;
    if (failure.value === undefined) onChange();
  }
  async function revoke(): Promise<void> {
    const result = await api.send('DELETE', path);
    failure.value = result.ok ? undefined : result;
    if (!result.ok) return;
    key.value = undefined;
    revoked.value = true;
    onChange();
  }

  return (
    <section class="card card-stack" aria-labelledby="key-title">
      <h2 id="key-title">{t('key')}</h2>
      <p class="muted small">{t('keyHint')}</p>
      {key.value === undefined ? null : <ShownOnce hint={t('keyOnce')} value={key.value} />}
      {revoked.value ? <p role="status">{t('revoked')}</p> : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <ConfirmButton
          label={t('issueKey')}
          question={t(user.hasApiKey === true ? 'confirmIssue' : 'confirmFirst')}
          onConfirm={() => void issue()}
        />
        {user.hasApiKey === true ? (
          <ConfirmButton label={t('revoke')} question={t('confirmRevoke')} onConfirm={() => void revoke()} />
        ) : null}
      </div>
    </section>
  );
}
