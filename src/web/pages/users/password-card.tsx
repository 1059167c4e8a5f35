import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { readRawText } from '../../format/form-text.js';
import { usersText } from './users.text.js';

/** Sets the password of a user. */
export function PasswordCard({ userId }: { readonly userId: string }): JSX.Element {
  const { api } = useApp();
  const t = useText(usersText);
  const done = useSignal(false);
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const password = readRawText(new FormData(form), 'password');
    const result = await api.send('PUT', `/api/users/${encodeURIComponent(userId)}/password`, { password });
    done.value = result.ok;
    if (result.ok) form.reset();
    return result.ok ? undefined : result;
  });
  return (
    <form class="card card-stack" aria-labelledby="password-title" onSubmit={onSubmit}>
      <h2 id="password-title">{t('password')}</h2>
      <p class="muted small">{t('passwordHint')}</p>
      <label>
        {t('newPassword')}
        <input name="password" type="password" required minLength={10} maxLength={256} autocomplete="new-password" />
      </label>
      {done.value ? <p role="status">{t('passwordSet')}</p> : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <button type="submit" disabled={busy.value}>
          {t('setPassword')}
        </button>
      </div>
    </form>
  );
}
