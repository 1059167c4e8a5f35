import { addTexts, textsOf, type Language, type TranslatedLanguage } from '../text/text.js';
import type { Translations } from './translations.js';

/** The languages besides English; each is a chunk of its own. The other row of a language is in text/text.ts. */
const LOADERS: Readonly<Record<TranslatedLanguage, () => Promise<Translations>>> = {
  es: async () => (await import('./es/index.js')).es,
  fr: async () => (await import('./fr/index.js')).fr,
  pt: async () => (await import('./pt/index.js')).pt,
  de: async () => (await import('./de/index.js')).de,
  nl: async () => (await import('./nl/index.js')).nl,
};

/** Resolves once the texts of a language are there; rejects if they cannot be loaded. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language !== 'en' && textsOf(language) === undefined) addTexts(language, await LOADERS[language]());
}
