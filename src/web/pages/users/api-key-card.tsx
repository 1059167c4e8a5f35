import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { usersText } from './users.text.js';

/** Issues and revokes the API key; a new key is shown only once. */
export function ApiKeyCard({ userId }: { readonly userId: string }): JSX.Element {
  const { api } = useApp();
  const t = useText(usersText);
  const key = useSignal<string | undefined>(undefined);
  const revoked = useSignal(false);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const path = `/api/users/${encodeURIComponent(userId)}/apiKey`;

  async function issue(): Promise<void> {
    const result = await api.send<{ apiKey: string }>('POST', path);
    failure.value = result.ok ? undefined : result;
    if (!result.ok) return;
    key.value = result.value.apiKey;
    revoked.value = false;
  }
  async function revoke(): Promise<void> {
    const result = await api.send('DELETE', path);
    failure.value = result.ok ? undefined : result;
    if (!result.ok) return;
    key.value = undefined;
    revoked.value = true;
  }

  return (
    <section class="card card-stack" aria-labelledby="key-title">
      <h2 id="key-title">{t('key')}</h2>
      <p class="muted small">{t('keyHint')}</p>
      {key.value === undefined ? null : (
        <div class="notice" role="status">
          <p>{t('keyOnce')}</p>
          <code class="breakable">{key.value}</code>
        </div>
      )}
      {revoked.value ? <p role="status">{t('revoked')}</p> : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <ConfirmButton label={t('issueKey')} question={t('confirmIssue')} onConfirm={() => void issue()} />
        <ConfirmButton label={t('revoke')} question={t('confirmRevoke')} onConfirm={() => void revoke()} />
      </div>
    </section>
  );
}
