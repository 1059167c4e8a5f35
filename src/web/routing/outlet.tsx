import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DashboardPage, PageProps } from '../pages/page.js';
import { useApp, useText } from '../app-context.js';
import { canOpen } from '../session/can-open.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { commonText } from '../text/common.js';
import { shellText } from '../text/shell.js';
import { pageAt } from './page-at.js';

/** The page of the current address. */
export function Outlet(): JSX.Element {
  const { path, session } = useApp();
  const t = useText(shellText);
  const state = session.state.value;
  const found = pageAt(path.value);
  if (found === undefined) {
    return (
      <div class="page">
        <PageHead title={t('noPage')} />
        <StateNote title={t('noPageHint')} action={<a href="#/map">{t('toMap')}</a>} />
      </div>
    );
  }
  const { privilege } = found.page;
  if (state.is === 'in' && !canOpen(state, found.page)) {
    const hint = privilege === undefined ? t('notForDisplays') : t('notAllowedHint', { privilege });
    return (
      <div class="page">
        <PageHead title={t('notAllowed')} />
        <StateNote title={hint} />
      </div>
    );
  }
  // Another device is another page, so no state is kept.
  return <Loaded key={path.value} {...found} />;
}

type FetchedPage = { readonly component: ComponentType<PageProps> } | 'failed' | undefined;

/** The page once its code is loaded. */
function Loaded({ page, params }: PageProps & { readonly page: DashboardPage }): JSX.Element {
  const t = useText(shellText);
  const tCommon = useText(commonText);
  const { feed } = useApp();
  const fetched = useSignal<FetchedPage>(undefined);
  const isConnected = feed.state.value === 'live';
  useEffect(() => {
    // Tried again when the gateway is back.
    if (fetched.peek() !== undefined && fetched.peek() !== 'failed') return;
    page.load().then(
      (component) => {
        fetched.value = { component };
      },
      () => {
        fetched.value = 'failed';
      },
    );
  }, [page, isConnected]);

  if (fetched.value === undefined) {
    return (
      <p class="page muted" role="status">
        {tCommon('loading')}
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
        {t('reload')}
      </button>
    );
    return (
      <div class="page">
        <StateNote title={t('brokenPage')} action={isConnected ? reload : undefined}>
          {isConnected ? t('brokenPageHint') : t('brokenPageWaits')}
        </StateNote>
      </div>
    );
  }
  const { component: Component } = fetched.value;
  return <Component params={params} />;
}
