import type { ChannelLabels } from '../../schema/channels.js';
import type { ValuesOf } from '../../messages/define.js';
import { fill } from '../../messages/format.js';

/** The languages of the page in their own names. The texts of all but English lie in src/languages. */
export const LANGUAGES = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  nl: 'Nederlands',
  pt: 'Português',
} as const;
export type Language = keyof typeof LANGUAGES;
type TranslatedLanguage = Exclude<Language, 'en'>;

/** The English texts of one area of the page. `{name}` is a placeholder. */
export type TextCatalog<English> = { readonly area: string; readonly english: English };

export const defineText = <const Area extends string, const English extends Readonly<Record<string, string>>>(
  area: Area,
  english: English,
): { readonly area: Area; readonly english: English } => ({ area, english });

/** A file of src/languages. A text that is empty has no translation yet: the English one is shown. */
export type LanguageTexts = {
  /** sentences of the gateway, by area and member of their rows */
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly labels: { readonly channel: Readonly<Record<string, Partial<ChannelLabels>>> };
  /** by area and key */
  readonly page: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** by the English sentence of the gateway */
  readonly sentences: Readonly<Record<string, string>>;
};

const loaded = new Map<Language, LanguageTexts>();

/** undefined: English, or a language whose chunk is not loaded: English is shown */
export const textsOf = (language: Language): LanguageTexts | undefined => loaded.get(language);

const LOADERS: Readonly<Record<TranslatedLanguage, () => Promise<{ readonly default: LanguageTexts }>>> = {
  es: () => import('../../languages/es.json', { with: { type: 'json' } }),
  de: () => import('../../languages/de.json', { with: { type: 'json' } }),
  fr: () => import('../../languages/fr.json', { with: { type: 'json' } }),
  nl: () => import('../../languages/nl.json', { with: { type: 'json' } }),
  pt: () => import('../../languages/pt.json', { with: { type: 'json' } }),
};

/**
 * Resolves once the texts of a language are there; rejects if they cannot be loaded. The English ones of the page are in
 * its code; the rows of the gateway's messages are not.
 */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === 'en') await import('../../messages/catalog.js');
  else if (!loaded.has(language)) loaded.set(language, (await LOADERS[language]()).default);
}

/** A count that chooses a plural is a number; everything else is shown as it is. */
type Shown<Values> = {
  readonly [Name in keyof Values]: Values[Name] extends number ? number : string | number;
};
/** A text of the page has no field of its own, so `{field}` is a value like any other. */
type FieldOf<Text> = Text extends `${string}{field}${string}` ? { readonly field: string } : unknown;
type PlaceholderValues<Text> = [keyof (ValuesOf<Text> & FieldOf<Text>)] extends [never]
  ? []
  : [values: Shown<ValuesOf<Text>> & FieldOf<Text>];

/** Returns the text of a key with its values filled in. */
export type Translate<English> = <Key extends keyof English>(
  key: Key,
  ...values: PlaceholderValues<English[Key]>
) => string;

export const createTranslate = <English extends Readonly<Record<string, string>>>(
  { area, english }: TextCatalog<English>,
  language: Language,
): Translate<English> => {
  const translated = textsOf(language)?.page[area] ?? {};
  return (key, ...[values]) => {
    const own = translated[String(key)] ?? '';
    return own === '' ? fill(english[key] ?? '', 'en', values) : fill(own, language, values);
  };
};
