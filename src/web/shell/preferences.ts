import { signal, type Signal } from '@preact/signals';
import { SOUND_CHOICES, type SoundChoice } from '../attention/tone.js';
import { UNIT_SYSTEMS, type UnitSystem } from '../format/quantity.js';
import { LANGUAGES, type Language } from '../text/text.js';

export const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const ZONE_CHOICES = ['show', 'hide'] as const;

/** The viewer's preferences, stored in the browser. */
export type Preferences = {
  readonly chosenLanguage: Signal<Language>;
  /** the one that is shown; English until the texts of the chosen one are loaded */
  readonly language: Signal<Language>;
  readonly theme: Signal<Theme>;
  /** names of the columns of the devices page, with commas in between; empty: the usual ones */
  readonly deviceColumns: Signal<string>;
  readonly alertSound: Signal<SoundChoice>;
  readonly units: Signal<UnitSystem>;
  /** whether maps show the zones */
  readonly zones: Signal<(typeof ZONE_CHOICES)[number]>;
};

export type PreferencesOptions = {
  /** may throw in browsers that deny storage */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** BCP 47 tags in order of preference */
  readonly preferredLanguages: readonly string[];
};

export function createPreferences({ storage, preferredLanguages }: PreferencesOptions): Preferences {
  const supported = Object.keys(LANGUAGES) as Language[];
  const preferred = preferredLanguages.map((tag) => tag.slice(0, 2).toLowerCase());
  const browserLanguage = supported.find(
    (language) => language === preferred.find((one) => supported.some((name) => name === one)),
  );
  return {
    chosenLanguage: persisted('waypost.language', supported, browserLanguage ?? 'en'),
    language: signal<Language>('en'),
    theme: persisted('waypost.theme', THEMES, 'auto'),
    deviceColumns: persistedText('waypost.deviceColumns'),
    alertSound: persisted('waypost.alertSound', SOUND_CHOICES, 'off'),
    zones: persisted('waypost.zones', ZONE_CHOICES, 'show'),
    units: persisted('waypost.units', UNIT_SYSTEMS, preferredLanguages[0] === 'en-US' ? 'imperial' : 'metric'),
  };

  function persisted<T extends string>(name: string, values: readonly T[], fallback: T): Signal<T> {
    const before = read(name);
    const value = signal(values.find((one) => one === before) ?? fallback);
    value.subscribe((now) => {
      // Preferences that were never set follow the browser.
      if (now !== (read(name) ?? fallback)) write(name, now);
    });
    return value;
  }

  function persistedText(name: string): Signal<string> {
    const value = signal(read(name) ?? '');
    value.subscribe((now) => {
      if (now !== (read(name) ?? '')) write(name, now);
    });
    return value;
  }

  function read(name: string): string | null {
    try {
      return storage().getItem(name);
    } catch {
      return null;
    }
  }

  function write(name: string, value: string): void {
    try {
      storage().setItem(name, value);
    } catch {
      // Without storage, the preference lasts until the page closes.
    }
  }
}
