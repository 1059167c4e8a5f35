import type { JSX } from 'preact';
import type { UserView } from '../../schema/accounts/user.js';
import { useSubmit } from '../api/use-submit.js';
import { useApp, useText } from '../app-context.js';
import { readRawText } from '../format/form-text.js';
import { shellText } from '../text/shell.js';
import { SignInFrame } from './sign-in-frame.js';

/** Asks a user who signed in by a link for a password, because the link works only once. */
export function ChoosePassword({ user }: { readonly user: UserView }): JSX.Element {
  const { api, session } = useApp();
  const t = useText(shellText);
  const { busy, failure, onSubmit } = useSubmit((form) => {
    const data = new FormData(form);
    const password = readRawText(data, 'password');
    const path = `/api/users/${encodeURIComponent(user.id)}/password`;
    return session.changeSecret(async () => {
      const result = await api.send('PUT', path, { password });
      return result.ok ? { ok: true, value: password } : result;
    }, data.has('remember'));
  });

  return (
    <SignInFrame
      title={t('choosePassword')}
      heading={t('choosePassword')}
      lead={t('choosePasswordLead')}
      failure={failure.value}
      onSubmit={onSubmit}
      buttons={
        <>
          <button type="submit" class="primary" disabled={busy.value}>
            {t('savePassword')}
          </button>
          <button type="button" class="quiet" disabled={busy.value} onClick={session.skipPassword}>
            {t('skipPassword')}
          </button>
        </>
      }
    >
      <label>
        {t('userName')}
        <input name="userName" value={user.name} readOnly autocomplete="username" />
      </label>
      <label>
        {t('newPassword')}
        <input
          name="password"
          type="password"
          required
          minLength={10}
          maxLength={256}
          autocomplete="new-password"
          autoFocus
          aria-describedby="new-password-hint"
        />
      </label>
      <p class="muted small" id="new-password-hint">
        {t('newPasswordHint')}
      </p>
    </SignInFrame>
  );
}
