import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ApiFailure } from '../api/client.js';
import type { Submission } from '../api/use-submit.js';
import { useText } from '../app-context.js';
import { FailureNote } from '../components/failure-note.js';
import { Appearance } from '../shell/appearance.js';
import { shellText } from '../text/shell.js';

export type SignInFrameProps = {
  /** of the window */
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
  readonly failure: ApiFailure | undefined;
  readonly onSubmit: Submission['onSubmit'];
  readonly buttons: ComponentChildren;
  /** the fields above _Stay signed in_ */
  readonly children: ComponentChildren;
};

/** The page of a form that signs in: there is no navigation before. */
export function SignInFrame({
  title,
  heading,
  lead,
  failure,
  onSubmit,
  buttons,
  children,
}: SignInFrameProps): JSX.Element {
  const t = useText(shellText);
  useEffect(() => {
    document.title = `${title} · Waypost`;
  }, [title]);
  return (
    <main class="sign-in">
      <form class="card" onSubmit={onSubmit}>
        <div class="sign-in-head">
          <img src="app/icon.svg" alt="" width="44" height="44" />
          <div>
            <h1>{heading}</h1>
            <p class="muted">{lead}</p>
          </div>
        </div>
        {children}
        <label class="inline">
          <input type="checkbox" name="remember" />
          {t('remember')}
        </label>
        {failure === undefined ? null : <FailureNote failure={failure} />}
        {buttons}
      </form>
      <Appearance />
    </main>
  );
}
