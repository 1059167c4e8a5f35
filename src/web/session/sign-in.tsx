import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { useSubmit } from '../api/use-submit.js';
import { readRawText, readText } from '../format/form-text.js';
import { shellText } from '../text/shell.js';
import { SignInFrame } from './sign-in-frame.js';

const REFUSAL_TEXTS = { link: 'linkRefused', display: 'displayRefused' } as const;
const REASON_TEXTS = { token_expired: 'tokenExpired', token_invalid: 'tokenInvalid' } as const;

/** Sign-in by user name and password or API key; the fields are cleared with the page. */
export function SignIn({ reason }: { readonly reason: string | undefined }): JSX.Element {
  const { session } = useApp();
  const t = useText(shellText);
  const { busy, failure, onSubmit } = useSubmit((form) => {
    const data = new FormData(form);
    const userName = readText(data, 'userName');
    return session.signIn({ userName, secret: readRawText(data, 'secret'), remember: data.has('remember') });
  });

  return (
    <SignInFrame
      title={t('signIn')}
      heading="Waypost"
      lead={t('signInLead')}
      failure={failure.value}
      onSubmit={onSubmit}
      buttons={
        <button type="submit" class="primary" disabled={busy.value}>
          {t('signIn')}
        </button>
      }
    >
      {reason === undefined || failure.value !== undefined ? null : <SignedOutNote reason={reason} />}
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
    </SignInFrame>
  );
}

/** Why the user is not signed in any more. */
function SignedOutNote({ reason }: { readonly reason: string }): JSX.Element {
  const t = useText(shellText);
  return (
    <p class="notice" role="status">
      {Object.hasOwn(REFUSAL_TEXTS, reason)
        ? t(REFUSAL_TEXTS[reason as keyof typeof REFUSAL_TEXTS])
        : t('signedOutBecause', {
            why: t(
              Object.hasOwn(REASON_TEXTS, reason) ? REASON_TEXTS[reason as keyof typeof REASON_TEXTS] : 'tokenOther',
            ),
          })}
    </p>
  );
}
