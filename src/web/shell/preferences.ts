import { signal, type Signal } from '@preact/signals';
import { LANGUAGES, type Language } from '../text/text.js';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What a viewer likes, in this browser from now on. */
export type Preferences = { readonly language: Signal<Language>; readonly theme: Signal<Theme> };

export type PreferencesOptions = {
  /** may throw, as browsers do that are told to keep nothing */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** BCP 47 tags, the best liked first */
  readonly preferredLanguages: readonly string[];
};

export function createPreferences({ storage, preferredLanguages }: PreferencesOptions): Preferences {
  const supported = Object.keys(LANGUAGES) as Language[];
  const preferred = preferredLanguages.map((tag) => tag.slice(0, 2).toLowerCase());
  const browserLanguage = supported.find(
    (language) => language === preferred.find((one) => supported.some((name) => name === one)),
  );
  return {
    language: persisted('waypost.language', supported, browserLanguage ?? 'en'),
    theme: persisted('waypost.theme', THEMES, 'auto'),
  };

  function persisted<T extends string>(name: string, values: readonly T[], fallback: T): Signal<T> {
    const before = read(name);
    const value = signal(values.find((one) => one === before) ?? fallback);
    value.subscribe((now) => {
      // What was never chosen follows the browser.
      if (now !== (read(name) ?? fallback)) write(name, now);
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
      // It holds until the page is closed, then.
    }
  }
}
