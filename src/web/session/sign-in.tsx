import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp, useText } from '../app-context.js';
import { Appearance } from '../shell/appearance.js';
import { useSubmit } from '../api/use-submit.js';
import { FailureNote } from '../components/failure-note.js';
import { readRawText, readText } from '../format/form-text.js';
import { shellText } from '../text/shell.js';

const REFUSAL_TEXTS = { link: 'linkRefused', display: 'displayRefused' } as const;
const REASON_TEXTS = { token_expired: 'tokenExpired', token_invalid: 'tokenInvalid' } as const;

/** Sign-in by user name and password or API key; the fields are cleared with the page. */
export function SignIn({ reason }: { readonly reason: string | undefined }): JSX.Element {
  const { session } = useApp();
  const t = useText(shellText);
  const title = t('signIn');
  useEffect(() => {
    document.title = `${title} · Waypost`;
  }, [title]);

  const { busy, failure, onSubmit } = useSubmit((form) => {
    const data = new FormData(form);
    const userName = readText(data, 'userName');
    return session.signIn({ userName, secret: readRawText(data, 'secret'), remember: data.has('remember') });
  });

  return (
    <main class="sign-in">
      <form class="card" onSubmit={onSubmit}>
        <div class="sign-in-head">
          <img src="/app/icon.svg" alt="" width="44" height="44" />
          <div>
            <h1>Waypost</h1>
            <p class="muted">{t('signInLead')}</p>
          </div>
        </div>
        {reason === undefined || failure.value !== undefined ? null : (
          <p class="notice" role="status">
            {Object.hasOwn(REFUSAL_TEXTS, reason)
              ? t(REFUSAL_TEXTS[reason as keyof typeof REFUSAL_TEXTS])
              : t('signedOutBecause', {
                  why: t(
                    Object.hasOwn(REASON_TEXTS, reason)
                      ? REASON_TEXTS[reason as keyof typeof REASON_TEXTS]
                      : 'tokenOther',
                  ),
                })}
          </p>
        )}
        <label>
          {t('userName')}
          <input name="userName" required maxLength={254} autocomplete="username" autoFocus spellcheck={false} />
        </label>
        <label>
          {t('secret')}
          <input
            name="secret"
            type="password"
            required
            maxLength={256}
            autocomplete="current-password"
            aria-describedby="secret-hint"
          />
        </label>
        <p class="muted small" id="secret-hint">
          {t('secretHint')}
        </p>
        <label class="inline">
          <input type="checkbox" name="remember" />
          {t('remember')}
        </label>
        {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
        <button type="submit" class="primary" disabled={busy.value}>
          {title}
        </button>
      </form>
      <Appearance />
    </main>
  );
}
