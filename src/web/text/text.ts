/** The languages of the page, by their own names. */
export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

/** Texts of one area of the page: every key in every language, or it does not compile. `{name}` stands for a value. */
export type Area<English> = {
  readonly en: English;
  readonly es: { readonly [Key in keyof English]: string };
};

export const defineText = <const English extends Readonly<Record<string, string>>>(
  area: Area<English>,
): Area<English> => area;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<Text> = [Names<Text>] extends [never] ? [] : [values: Readonly<Record<Names<Text>, string | number>>];

/** Says the text of a key, with the values that it needs. */
export type Say<English> = <Key extends keyof English>(key: Key, ...values: Values<English[Key]>) => string;

export const sayIn =
  <English extends Readonly<Record<string, string>>>(area: Area<English>, language: Language): Say<English> =>
  (key, ...[values]) =>
    area[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = (values as Readonly<Record<string, string | number>> | undefined)?.[name];
      return value === undefined ? whole : String(value);
    });
