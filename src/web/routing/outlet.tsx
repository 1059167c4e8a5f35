import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Page, PageProps } from '../pages/page.js';
import { useParts, useText } from '../parts.js';
import { may } from '../session/may.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { commonText } from '../text/common.js';
import { shellText } from '../text/shell.js';
import { pageAt } from './page-at.js';

/** The page that the address names. */
export function Outlet(): JSX.Element {
  const { path, session } = useParts();
  const say = useText(shellText);
  const state = session.state.value;
  const found = pageAt(path.value);
  if (found === undefined) {
    return (
      <div class="page">
        <PageHead title={say('noPage')} />
        <StateNote title={say('noPageHint')} action={<a href="#/map">{say('toMap')}</a>} />
      </div>
    );
  }
  const { needs } = found.page;
  if (needs !== undefined && !(state.is === 'in' && may(state.user, needs))) {
    return (
      <div class="page">
        <PageHead title={say('notAllowed')} />
        <StateNote title={say('notAllowedHint', { privilege: needs })} />
      </div>
    );
  }
  // Another device is another page: nothing of the one before stays.
  return <Loaded key={path.value} {...found} />;
}

type Fetched = { readonly component: ComponentType<PageProps> } | 'failed' | undefined;

/** The page once its code is there. */
function Loaded({ page, params }: PageProps & { readonly page: Page }): JSX.Element {
  const say = useText(shellText);
  const sayCommon = useText(commonText);
  const fetched = useSignal<Fetched>(undefined);
  useEffect(() => {
    page.load().then(
      (component) => {
        fetched.value = { component };
      },
      () => {
        fetched.value = 'failed';
      },
    );
  }, [page]);

  if (fetched.value === undefined) {
    return (
      <p class="page muted" role="status">
        {sayCommon('loading')}
      </p>
    );
  }
  if (fetched.value === 'failed') {
    const reload = (
      <button
        type="button"
        onClick={() => {
          location.reload();
        }}
      >
        {say('reload')}
      </button>
    );
    return (
      <StateNote title={say('brokenPage')} action={reload}>
        {say('brokenPageHint')}
      </StateNote>
    );
  }
  const { component: Component } = fetched.value;
  return <Component params={params} />;
}
