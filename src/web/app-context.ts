import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Api } from './api/client.js';
import type { FeedClient } from './api/feed-client.js';
import type { AttentionStore } from './attention/attention-store.js';
import type { Tone } from './attention/tone.js';
import type { BrowserClock } from './clock/browser-clock.js';
import type { GatewayClock } from './clock/gateway-clock.js';
import type { HealthPoller } from './live/health-poller.js';
import type { LiveStore } from './live/live-store.js';
import type { PortStore } from './live/port-store.js';
import type { Preferences } from './shell/preferences.js';
import type { Confirmation } from './session/confirmation.js';
import type { SignInSession } from './session/sign-in-session.js';
import type { ZoneStore } from './zones/zone-store.js';
import { createTranslate, type TextCatalog, type Translate } from './text/text.js';

/** The services of the pages, wired in `main.tsx`. */
export type AppContext = {
  readonly api: Api;
  readonly feed: FeedClient;
  readonly live: LiveStore;
  readonly portStore: PortStore;
  readonly zoneStore: ZoneStore;
  readonly session: SignInSession;
  readonly confirmation: Confirmation;
  readonly preferences: Preferences;
  readonly clock: BrowserClock;
  readonly gatewayClock: GatewayClock;
  readonly healthPoller: HealthPoller;
  readonly attention: AttentionStore;
  readonly tone: Tone;
  /** the active theme, for canvas drawings */
  readonly activeTheme: ReadonlySignal<'light' | 'dark'>;
  /** the last view of the map */
  readonly mapView: { current?: MapView };
  /** the device that the map shows next */
  readonly mapTarget: Signal<string | undefined>;
  /** the path after `#` */
  readonly path: ReadonlySignal<string>;
  /** whether a page is at the path and the viewer may open it */
  readonly canOpen: (path: string) => boolean;
};

export type MapView = { readonly latitude: number; readonly longitude: number; readonly zoom: number };

export const appContext = createContext<AppContext | undefined>(undefined);

export function useApp(): AppContext {
  const app = useContext(appContext);
  if (app === undefined) throw new Error('a view stands outside of PartsContext');
  return app;
}

/** The texts of a catalog in the viewer's language. */
export const useText = <English extends Readonly<Record<string, string>>>(
  catalog: TextCatalog<English>,
): Translate<English> => createTranslate(catalog, useApp().preferences.language.value);
