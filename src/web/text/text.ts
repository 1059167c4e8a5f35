import type { ChannelLabels } from '../../schema/channels.js';

/** The languages of the page in their own names. The texts of all but English lie in src/web/languages. */
export const LANGUAGES = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  nl: 'Nederlands',
  pt: 'Português',
} as const;
export type Language = keyof typeof LANGUAGES;
export type TranslatedLanguage = Exclude<Language, 'en'>;

/** The English texts of one area of the page. `{name}` is a placeholder. */
export type TextCatalog<English> = { readonly area: string; readonly english: English };

export const defineText = <const Area extends string, const English extends Readonly<Record<string, string>>>(
  area: Area,
  english: English,
): { readonly area: Area; readonly english: English } => ({ area, english });

/** The texts of a language, once its chunk is loaded. */
export type LoadedTexts = {
  /** by area and key */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** by the English sentence of the gateway */
  readonly sentences: Readonly<Record<string, string>>;
  /** by channel */
  readonly channels: Readonly<Record<string, ChannelLabels>>;
};

const loaded = new Map<Language, LoadedTexts>();

export const addTexts = (language: TranslatedLanguage, texts: LoadedTexts): void => void loaded.set(language, texts);

/** undefined: English, or a language whose chunk is not loaded: English is shown */
export const textsOf = (language: Language): LoadedTexts | undefined => loaded.get(language);

type PlaceholderNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderNames<Rest>
  : never;
type PlaceholderValues<Text> = [PlaceholderNames<Text>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderNames<Text>, string | number>>];

/** Returns the text of a key with its values filled in. */
export type Translate<English> = <Key extends keyof English>(
  key: Key,
  ...values: PlaceholderValues<English[Key]>
) => string;

export const createTranslate = <English extends Readonly<Record<string, string>>>(
  { area, english }: TextCatalog<English>,
  language: Language,
): Translate<English> => {
  const translated = textsOf(language)?.texts[area] ?? {};
  return (key, ...[values]) => {
    const text: string = translated[String(key)] ?? english[key] ?? '';
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = (values as Readonly<Record<string, string | number>> | undefined)?.[name];
      return value === undefined ? whole : String(value);
    });
  };
};
