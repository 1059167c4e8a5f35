import type { JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { Outlet } from '../routing/outlet.js';
import { ChoosePassword } from '../session/choose-password.js';
import { ConfirmDialog } from '../session/confirm-dialog.js';
import { EntryQuestion } from '../session/entry-question.js';
import { SignIn } from '../session/sign-in.js';
import { Frame } from './frame.js';
import { commonText } from '../text/common.js';

/** The whole page; it holds no data of the depot before sign-in. */
export function App(): JSX.Element {
  const { session } = useApp();
  const t = useText(commonText);
  const state = session.state.value;
  if (state.is === 'out') return <SignIn reason={state.reason} />;
  if (state.is === 'checking') {
    return (
      <main class="sign-in">
        <p class="muted" role="status">
          {t('loading')}
        </p>
      </main>
    );
  }
  return (
    <>
      <EntryQuestion state={state} />
      <ConfirmDialog user={state.user} />
      {state.isPasswordMissing === true ? (
        <ChoosePassword user={state.user} />
      ) : (
        <Frame>
          <Outlet />
        </Frame>
      )}
    </>
  );
}
