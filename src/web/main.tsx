import { computed, effect, signal, untracked } from '@preact/signals';
import { render } from 'preact';
import { createApi } from './api/client.js';
import { createFeed } from './api/feed.js';
import { App } from './app.js';
import { createBrowserClock } from './browser-clock.js';
import { createDepotClock } from './depot-clock.js';
import { createHealthWatch } from './health-watch.js';
import { keepLive } from './live/keep.js';
import { createLive } from './live/live.js';
import { pages } from './pages/index.js';
import { PartsContext, type Parts } from './parts.js';
import { createPreferences } from './preferences.js';
import { matchPath, pathOf } from './routing/match.js';
import { createSession } from './session/session.js';
import { createTokenPlace } from './session/token-place.js';
import { keepAppearance } from './shell/theme.js';

const clock = createBrowserClock();
const preferences = createPreferences({ storage: () => localStorage, wanted: navigator.languages });
const place = createTokenPlace(() => sessionStorage);
const api = createApi({
  fetch: fetch.bind(globalThis),
  token: place.token,
  onSignedOut(code) {
    session.signOut(code);
  },
});
const session = createSession({ api, place });
const feed = createFeed({ open: api.open, clock, random: () => Math.random() });
const depotClock = createDepotClock(api, clock);
const healthWatch = createHealthWatch(api, clock);
const live = createLive({ now: depotClock.now, frame: clock.frame });
const path = signal(pathOf(location.hash));
addEventListener('hashchange', () => {
  path.value = pathOf(location.hash);
});
const shownTheme = keepAppearance(preferences);
const parts: Parts = {
  shownTheme,
  api,
  feed,
  live,
  session,
  preferences,
  clock,
  depotClock,
  healthWatch,
  path,
  mapView: {},
};

// What is known of the depot is read along while somebody is signed in, and forgotten with him. Whether a token of
// before still holds, the first answer says as well as any.
const mayBeIn = computed(() => session.state.value.is !== 'out');
effect(() => {
  if (!mayBeIn.value) return;
  return untracked(() => {
    depotClock.start();
    const endLive = keepLive({ api, feed, live, clock });
    feed.start();
    healthWatch.start();
    return () => {
      feed.stop();
      endLive();
      live.clear();
      depotClock.stop();
      healthWatch.stop();
    };
  });
});

const root = document.getElementById('page');
if (root !== null) {
  render(
    <PartsContext.Provider value={parts}>
      <App />
    </PartsContext.Provider>,
    root,
  );
}
// The code of the page that is wanted comes along while the session is looked at.
void pages
  .find((page) => matchPath(page.path, path.peek()) !== undefined)
  ?.load()
  .catch(() => undefined);
void session.resume();
