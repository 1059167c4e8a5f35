import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { shellText } from '../text/shell.js';
import { AttentionBadge } from '../attention/attention-badge.js';
import { AttentionBanner } from '../attention/attention-banner.js';
import { SoundSwitch } from '../attention/sound-switch.js';
import { Appearance } from './appearance.js';
import { FeedNote } from './feed-note.js';
import { Icon } from '../components/icon.js';
import { pageAt } from '../routing/page-at.js';
import { linkTo } from '../routing/match.js';
import { Navigation } from './navigation.js';
import { ProblemBanner } from './problem-banner.js';

/** The frame of every page. */
export function Frame({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { session, path, attention } = useApp();
  const t = useText(shellText);
  const open = useSignal(false);
  const state = session.state.value;

  if (pageAt(path.value)?.page.isBare === true) {
    return (
      <div class="bare">
        <AttentionBanner />
        <main id="content" tabIndex={-1}>
          <ProblemBanner />
          {children}
        </main>
      </div>
    );
  }

  return (
    <div class="frame" data-menu={open.value ? 'open' : 'closed'}>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          // The address after the hash belongs to the page.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('skip')}
      </a>
      <header class="top">
        <button
          type="button"
          class="quiet menu-button"
          aria-expanded={open.value}
          aria-controls="side"
          aria-label={open.value ? t('closeMenu') : t('menu')}
          onClick={() => {
            open.value = !open.value;
          }}
        >
          <Icon name={open.value ? 'close' : 'menu'} />
        </button>
        <a class="brand" href={state.is === 'in' && state.isDisplay ? '#/wall' : '#/map'}>
          <img src="app/icon.svg" alt="" width="28" height="28" />
          Waypost
        </a>
        <FeedNote />
        {attention.alerts.value.length === 0 ? null : (
          <a class="top-attention" href={linkTo('/alerts/unacknowledged')}>
            <AttentionBadge />
          </a>
        )}
        <TopUser />
      </header>
      <aside class="side" id="side">
        <Navigation
          onChosen={() => {
            open.value = false;
          }}
        />
        <div class="side-foot">
          <SoundSwitch />
          <Appearance />
        </div>
      </aside>
      <AttentionBanner />
      <main id="content" tabIndex={-1}>
        <ProblemBanner />
        {children}
      </main>
    </div>
  );
}

/** The own account, which a display has not, and signing out. */
function TopUser(): JSX.Element {
  const { session } = useApp();
  const t = useText(shellText);
  const state = session.state.value;
  return (
    <div class="top-user">
      {state.is === 'in' && !state.isDisplay ? (
        <a class="top-name" href="#/account" aria-label={t('account', { name: state.user.name })}>
          <Icon name="account" />
          <span>{state.user.name}</span>
        </a>
      ) : null}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          session.signOut();
        }}
      >
        <Icon name="signOut" />
        <span>{t('signOut')}</span>
      </button>
    </div>
  );
}
