import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useParts, useText } from '../parts.js';
import { Appearance } from '../shell/appearance.js';
import { useSending } from '../sending.js';
import { FailureNote } from '../shell/failure-note.js';
import { shellText } from '../text/shell.js';

const whys = { token_expired: 'tokenExpired', token_invalid: 'tokenInvalid' } as const;

/** By user name and API key; the fields forget what was in them with the page. */
export function SignIn({ why }: { readonly why: string | undefined }): JSX.Element {
  const { session } = useParts();
  const say = useText(shellText);
  const title = say('signIn');
  useEffect(() => {
    document.title = `${title} · Waypost`;
  }, [title]);

  const { busy, failure, onSubmit } = useSending((form) => {
    const data = new FormData(form);
    const field = (name: string): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    return session.signIn(field('userName'), field('apiKey'));
  });

  return (
    <main class="sign-in">
      <form class="card" onSubmit={onSubmit}>
        <div class="sign-in-head">
          <img src="/app/icon.svg" alt="" width="44" height="44" />
          <div>
            <h1>Waypost</h1>
            <p class="muted">{say('signInLead')}</p>
          </div>
        </div>
        {why === undefined || failure.value !== undefined ? null : (
          <p class="notice" role="status">
            {say('signedOutBecause', {
              why: say(Object.hasOwn(whys, why) ? whys[why as keyof typeof whys] : 'tokenOther'),
            })}
          </p>
        )}
        <label>
          {say('userName')}
          <input name="userName" required maxLength={254} autocomplete="username" autoFocus spellcheck={false} />
        </label>
        <label>
          {say('apiKey')}
          <input
            name="apiKey"
            type="password"
            required
            maxLength={256}
            autocomplete="off"
            aria-describedby="key-hint"
          />
        </label>
        <p class="muted small" id="key-hint">
          {say('apiKeyHint')}
        </p>
        {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
        <button type="submit" class="primary" disabled={busy.value}>
          {title}
        </button>
      </form>
      <Appearance />
    </main>
  );
}
