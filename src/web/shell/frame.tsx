import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useApp, useText } from '../app-context.js';
import { shellText } from '../text/shell.js';
import { Appearance } from './appearance.js';
import { FeedNote } from './feed-note.js';
import { Icon } from '../components/icon.js';
import { useServerText } from '../components/server-text.js';
import { Navigation } from './navigation.js';

/** The frame of every page. */
export function Frame({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { session, gatewayClock } = useApp();
  const t = useText(shellText);
  const serverText = useServerText();
  const open = useSignal(false);
  const state = session.state.value;
  const reason = gatewayClock.view.value?.reason ?? null;

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
        <a class="brand" href="#/map">
          <img src="/app/icon.svg" alt="" width="28" height="28" />
          Waypost
        </a>
        <FeedNote />
        <div class="top-user">
          <span class="top-name">{state.is === 'in' ? state.user.name : ''}</span>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              session.signOut();
            }}
          >
            <Icon name="signOut" />
            {t('signOut')}
          </button>
        </div>
      </header>
      <div class="side" id="side">
        <Navigation
          onChosen={() => {
            open.value = false;
          }}
        />
        <Appearance />
      </div>
      <main id="content" tabIndex={-1}>
        {reason === null ? null : <p class="clock-note">{t('clockOff', { reason: serverText(reason) })}</p>}
        {children}
      </main>
    </div>
  );
}
