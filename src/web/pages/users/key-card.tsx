import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CallFailure } from '../../api/client.js';
import { useParts, useText } from '../../parts.js';
import { ConfirmButton } from '../../shell/confirm-button.js';
import { FailureNote } from '../../shell/failure-note.js';
import { usersText } from '../users.text.js';

/** The key: given out once, shown once, and gone with the page. */
export function KeyCard({ userId }: { readonly userId: string }): JSX.Element {
  const { api } = useParts();
  const say = useText(usersText);
  const key = useSignal<string | undefined>(undefined);
  const revoked = useSignal(false);
  const failure = useSignal<CallFailure | undefined>(undefined);
  const path = `/api/users/${encodeURIComponent(userId)}/apiKey`;

  async function give(): Promise<void> {
    const answer = await api.send<{ apiKey: string }>('POST', path);
    failure.value = answer.ok ? undefined : answer;
    if (!answer.ok) return;
    key.value = answer.value.apiKey;
    revoked.value = false;
  }
  async function revoke(): Promise<void> {
    const answer = await api.send('DELETE', path);
    failure.value = answer.ok ? undefined : answer;
    if (!answer.ok) return;
    key.value = undefined;
    revoked.value = true;
  }

  return (
    <section class="card card-stack" aria-labelledby="key-title">
      <h2 id="key-title">{say('key')}</h2>
      <p class="muted small">{say('keyHint')}</p>
      {key.value === undefined ? null : (
        <div class="notice" role="status">
          <p>{say('keyOnce')}</p>
          <code class="breakable">{key.value}</code>
        </div>
      )}
      {revoked.value ? <p role="status">{say('revoked')}</p> : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <ConfirmButton label={say('giveKey')} question={say('giveAsk')} onConfirm={() => void give()} />
        <ConfirmButton label={say('revoke')} question={say('revokeAsk')} onConfirm={() => void revoke()} />
      </div>
    </section>
  );
}
