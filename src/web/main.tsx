import { computed, effect, signal, untracked } from '@preact/signals';
import { render } from 'preact';
import { createApi } from './api/client.js';
import { relativePath } from './api/page-address.js';
import { createFeedClient } from './api/feed-client.js';
import { startAlertTone } from './attention/alert-tone.js';
import { createAttentionStore } from './attention/attention-store.js';
import { createTone } from './attention/tone.js';
import { App } from './shell/app.js';
import { createBrowserClock } from './clock/browser-clock.js';
import { createGatewayClock } from './clock/gateway-clock.js';
import { createHealthPoller } from './live/health-poller.js';
import { syncLiveStore } from './live/sync.js';
import { createLiveStore } from './live/live-store.js';
import { createPortStore } from './live/port-store.js';
import { pages } from './pages/index.js';
import { appContext, type AppContext } from './app-context.js';
import { createPreferences } from './shell/preferences.js';
import { linkTo, matchPath, pathOf } from './routing/match.js';
import { preloadPages } from './routing/preload-pages.js';
import { pageAt } from './routing/page-at.js';
import { canOpen } from './session/can-open.js';
import { createConfirmation } from './session/confirmation.js';
import { registerServiceWorker } from './install/register.js';
import { readEntryLink } from './session/entry-link.js';
import { createSignInSession } from './session/sign-in-session.js';
import { createTokenStorage } from './session/token-storage.js';
import { showChosenLanguage } from './shell/show-chosen-language.js';
import { applyAppearance } from './shell/theme.js';
import { loadLanguage } from './text/text.js';
import { createZoneStore } from './zones/zone-store.js';

const clock = createBrowserClock();
const preferences = createPreferences({ storage: () => localStorage, preferredLanguages: navigator.languages });
const tokenStorage = createTokenStorage(
  () => sessionStorage,
  () => localStorage,
);
const api = createApi({
  fetch: (path, init) => fetch(typeof path === 'string' ? relativePath(path) : path, init),
  token: tokenStorage.token,
  language: () => preferences.language.peek(),
  confirm: () => confirmation.ask(),
  onSignedOut(code) {
    session.onRefused(code);
  },
  onUnavailable() {
    healthPoller.readSoon();
  },
});
const confirmation = createConfirmation(api);
const session = createSignInSession({
  api,
  tokenStorage,
  clock,
  show(target) {
    location.replace(linkTo(target));
  },
});
const feed = createFeedClient({ open: api.open, clock, random: () => Math.random() });
const gatewayClock = createGatewayClock(api, clock);
const healthPoller = createHealthPoller(api, clock);
const live = createLiveStore({ now: gatewayClock.now, requestFrame: clock.requestFrame });
const attention = createAttentionStore({ api, feed, clock });
const tone = createTone({
  wanted: preferences.alertSound,
  openAudio: () => ('AudioContext' in globalThis ? new AudioContext() : undefined),
  onGesture,
});
startAlertTone({ attention, tone, clock });
effect(() => {
  live.setNeedingAttention(attention.deviceIds.value);
});
const portStore = createPortStore({ api, feed, live, clock, now: gatewayClock.now });
const zoneStore = createZoneStore({ api, feed, live, clock });
const isConnected = computed(() => feed.state.value === 'live');
const isEntry = openEntryLink('#/map');
const path = signal(pathOf(location.hash));
addEventListener('hashchange', ({ oldURL }) => {
  if (!openEntryLink(new URL(oldURL).hash)) path.value = pathOf(location.hash);
});
const activeTheme = applyAppearance(preferences);
const app: AppContext = {
  activeTheme,
  api,
  feed,
  live,
  portStore,
  zoneStore,
  session,
  confirmation,
  preferences,
  clock,
  gatewayClock,
  healthPoller,
  attention,
  tone,
  path,
  canOpen(target) {
    const found = pageAt(target);
    return found !== undefined && canOpen(session.state.value, found.page);
  },
  mapView: {},
  mapTarget: signal(undefined),
};

// The state of the depot is read while a user is signed in and dropped at sign-out. The first response shows whether
// a stored token is still valid.
const mayBeSignedIn = computed(() => session.state.value.is !== 'out' && tokenStorage.token() !== undefined);
effect(() => {
  if (!mayBeSignedIn.value) return;
  return untracked(() => {
    gatewayClock.start();
    const stopSync = syncLiveStore({ api, feed, live, clock });
    const stopAttention = attention.start();
    const stopPorts = portStore.start();
    const stopZones = zoneStore.start();
    const stopHealth = portStore.closed.subscribe(healthPoller.readSoon);
    const stopPreload = preloadPages({
      pages: () => pages.filter((page) => canOpen(session.state.peek(), page)),
      clock,
      isConnected,
      onComplete: registerServiceWorker,
    });
    feed.start();
    // A display may read only the short health.
    if (tokenStorage.displayKey() === undefined) healthPoller.start();
    return () => {
      feed.stop();
      stopSync();
      stopAttention();
      stopPorts();
      stopZones();
      stopHealth();
      stopPreload();
      live.clear();
      gatewayClock.stop();
      healthPoller.stop();
    };
  });
});

void showChosenLanguage(preferences, loadLanguage).then(() => {
  const root = document.getElementById('page');
  if (root === null) return;
  render(
    <appContext.Provider value={app}>
      <App />
    </appContext.Provider>,
    root,
  );
});
// The code of the requested page loads while the session is checked.
void pages
  .find((page) => matchPath(page.path, path.peek()) !== undefined)
  ?.load()
  .catch(() => undefined);
if (!isEntry) void session.resume();
function onGesture(run: () => void): () => void {
  const types = ['pointerdown', 'keydown'] as const;
  for (const type of types) addEventListener(type, run);
  return () => {
    for (const type of types) removeEventListener(type, run);
  };
}

/** Opens a sign-in link or the link of a display; `shown` replaces its secret in the address. */
function openEntryLink(shown: string): boolean {
  const entry = readEntryLink(location.hash);
  if (entry === undefined) return false;
  history.replaceState(null, '', shown);
  void session.openEntry(entry);
  return true;
}
