import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReadonlySignal } from '@preact/signals';
import type { Api } from './api/client.js';
import type { Feed } from './api/feed.js';
import type { BrowserClock } from './browser-clock.js';
import type { DepotClock } from './depot-clock.js';
import type { HealthWatch } from './health-watch.js';
import type { Live } from './live/live.js';
import type { Preferences } from './preferences.js';
import type { Session } from './session/session.js';
import { sayIn, type Area, type Say } from './text/text.js';

/** What the pages are given, all of it wired in `main.tsx`. */
export type Parts = {
  readonly api: Api;
  readonly feed: Feed;
  readonly live: Live;
  readonly session: Session;
  readonly preferences: Preferences;
  readonly clock: BrowserClock;
  readonly depotClock: DepotClock;
  readonly healthWatch: HealthWatch;
  /** which theme is shown, for what is drawn and not styled */
  readonly shownTheme: ReadonlySignal<'light' | 'dark'>;
  /** where the map was left */
  readonly mapView: { current?: MapView };
  /** the path after the `#` */
  readonly path: ReadonlySignal<string>;
};

export type MapView = { readonly latitude: number; readonly longitude: number; readonly zoom: number };

export const PartsContext = createContext<Parts | undefined>(undefined);

export function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (parts === undefined) throw new Error('a view stands outside of PartsContext');
  return parts;
}

/** The texts of an area in the viewer's language. */
export const useText = <English extends Readonly<Record<string, string>>>(area: Area<English>): Say<English> =>
  sayIn(area, useParts().preferences.language.value);
