import type { JSX } from 'preact';
import { useParts, useText } from './parts.js';
import { Outlet } from './routing/outlet.js';
import { SignIn } from './session/sign-in.js';
import { Frame } from './shell/frame.js';
import { commonText } from './text/common.js';

/** The page as a whole: nothing of the depot is there before one has signed in. */
export function App(): JSX.Element {
  const { session } = useParts();
  const say = useText(commonText);
  const state = session.state.value;
  if (state.is === 'out') return <SignIn why={state.why} />;
  if (state.is === 'checking') {
    return (
      <main class="sign-in">
        <p class="muted" role="status">
          {say('loading')}
        </p>
      </main>
    );
  }
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}
