import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { UserView } from '../../../schema/accounts/user.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { readRawText } from '../../format/form-text.js';
import { hasPrivilege } from '../../session/has-privilege.js';
import { useIsOwn } from './use-is-own.js';
import { usersText } from './users.text.js';

export type PasswordCardProps = { readonly user: UserView; readonly onChange: () => void };

/** Sets the password of a user. Viewers who set their own stay signed in here. */
export function PasswordCard({ user, onChange }: PasswordCardProps): JSX.Element {
  const { api, session } = useApp();
  const t = useText(usersText);
  const done = useSignal(false);
  const isOwn = useIsOwn(user.id);
  const needsCurrent = isOwn && user.hasPassword === true && !hasPrivilege(user, 'users:write');
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const data = new FormData(form);
    const password = readRawText(data, 'password');
    const current = needsCurrent && { current: readRawText(data, 'current') };
    const body = { password, ...current, endKeys: data.has('endKeys') };
    const path = `/api/users/${encodeURIComponent(user.id)}/password`;
    const send = async () => {
      const result = await api.send('PUT', path, body);
      return result.ok ? ({ ok: true, value: password } as const) : result;
    };
    const changed = isOwn ? await session.changeSecret(send) : await send();
    const refused = changed === undefined || changed.ok ? undefined : changed;
    done.value = refused === undefined;
    if (refused !== undefined) return refused;
    form.reset();
    onChange();
    return undefined;
  });
  return (
    <form class="card card-stack" aria-labelledby="password-title" onSubmit={onSubmit}>
      <h2 id="password-title">{t('password')}</h2>
      <p class="muted small">{t(isOwn ? 'ownPasswordHint' : 'passwordHint')}</p>
      <input type="hidden" name="userName" autocomplete="username" value={user.name} />
      {needsCurrent ? (
        <label>
          {t('currentPassword')}
          <input name="current" type="password" required maxLength={256} autocomplete="current-password" />
        </label>
      ) : null}
      <label>
        {t('newPassword')}
        <input name="password" type="password" required minLength={10} maxLength={256} autocomplete="new-password" />
      </label>
      <label class="inline">
        <input type="checkbox" name="endKeys" defaultChecked />
        {t('endKeys')}
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
