import { signal, type Signal } from '@preact/signals';
import { languages, type Language } from './text/text.js';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What a viewer likes, in this browser from now on. */
export type Preferences = { readonly language: Signal<Language>; readonly theme: Signal<Theme> };

export type PreferencesOptions = {
  /** may throw, as browsers do that are told to keep nothing */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** BCP 47 tags, the best liked first */
  readonly wanted: readonly string[];
};

export function createPreferences({ storage, wanted }: PreferencesOptions): Preferences {
  const known = Object.keys(languages) as Language[];
  const liked = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  const usual = known.find((language) => language === liked.find((one) => known.some((name) => name === one)));
  return {
    language: kept('waypost.language', known, usual ?? 'en'),
    theme: kept('waypost.theme', themes, 'auto'),
  };

  function kept<T extends string>(name: string, values: readonly T[], usually: T): Signal<T> {
    const before = read(name);
    const value = signal(values.find((one) => one === before) ?? usually);
    value.subscribe((now) => {
      // What was never chosen follows the browser.
      if (now !== (read(name) ?? usually)) write(name, now);
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
