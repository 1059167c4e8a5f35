/** The languages of the page in their own names. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

/** Texts of one area of the page; a key missing in a language does not compile. `{name}` is a placeholder. */
export type TextCatalog<English> = {
  readonly en: English;
  readonly es: { readonly [Key in keyof English]: string };
};

export const defineText = <const English extends Readonly<Record<string, string>>>(
  catalog: TextCatalog<English>,
): TextCatalog<English> => catalog;

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

export const createTranslate =
  <English extends Readonly<Record<string, string>>>(
    catalog: TextCatalog<English>,
    language: Language,
  ): Translate<English> =>
  (key, ...[values]) =>
    catalog[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = (values as Readonly<Record<string, string | number>> | undefined)?.[name];
      return value === undefined ? whole : String(value);
    });
