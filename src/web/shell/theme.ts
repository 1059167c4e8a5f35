import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Preferences } from './preferences.js';

/** Applies theme and language to the document; returns the active theme. */
export function applyAppearance({ theme, language }: Preferences): ReadonlySignal<'light' | 'dark'> {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const systemDark = signal(system.matches);
  system.addEventListener('change', ({ matches }) => {
    systemDark.value = matches;
  });
  const shown = computed(() => (theme.value === 'auto' ? (systemDark.value ? 'dark' : 'light') : theme.value));
  effect(() => {
    document.documentElement.dataset.theme = shown.value;
    document.documentElement.lang = language.value;
  });
  return shown;
}
