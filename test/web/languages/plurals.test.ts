import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { IntlMessageFormat } from 'intl-messageformat';
import { fill, placeholdersOf } from '../../../src/messages/format.js';
import { LANGUAGES, type Language } from '../../../src/web/text/text.js';

type Page = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** By name of the count: the categories that its plural has, such as `one` and `other`. */
type Plurals = ReadonlyMap<string, readonly string[]>;
type Element = ReturnType<IntlMessageFormat['getAst']>[number];

const COUNTS = [0, 1, 2, 5, 1_000_000];
/** A number of its own for the other placeholders, so that the count alone changes the text. */
const OTHER_VALUE = 77;

function pluralsOf(text: string): Plurals {
  const found = new Map<string, readonly string[]>();
  const walk = (element: Element): void => {
    if (!('options' in element)) return;
    if ('pluralType' in element) found.set(element.value, Object.keys(element.options));
    for (const { value } of Object.values(element.options)) value.forEach(walk);
  };
  new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst().forEach(walk);
  return found;
}

const textsOfPage = (language: Language): readonly (readonly [id: string, text: string])[] => {
  const { page } = JSON.parse(readFileSync(`src/languages/${language}.json`, 'utf8')) as { readonly page: Page };
  return Object.entries(page).flatMap(([area, texts]) =>
    Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text] as const),
  );
};

const shownWith = (text: string, language: Language, count: string, value: number): string =>
  fill(text, language, {
    ...Object.fromEntries(placeholdersOf(text).map((name) => [name, OTHER_VALUE])),
    [count]: value,
  });

describe('the plurals of the page', () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const rules = new Intl.PluralRules(language);
    const counted = textsOfPage(language).flatMap(([id, text]) =>
      [...pluralsOf(text)].map(([name, cases]) => ({ id, text, name, cases })),
    );
    // The category `many` of es, fr and pt is that of millions, whose form is that of `other`.
    const categories = rules.resolvedOptions().pluralCategories.filter((category) => category !== 'many');

    it(`the texts with a count in ${language} have the categories of the language`, () => {
      expect(counted.length).to.be.at.least(30);
      for (const { id, cases } of counted)
        expect([...cases].filter((name) => !name.startsWith('=')).sort(), id).to.deep.equal([...categories].sort());
    });

    it(`the texts with a count in ${language} show it in the form of the language`, () => {
      for (const { id, text, name, cases } of counted)
        for (const count of COUNTS) {
          const shown = shownWith(text, language, name, count);
          expect(shown, id).not.to.match(/[{}]/);
          if (!cases.includes(`=${count}`)) expect(shown, id).to.include(count.toLocaleString(language));
        }
    });

    it(`the texts with a count in ${language} differ between one and two beyond the number`, () => {
      for (const { id, text, name } of counted) {
        const one = shownWith(text, language, name, 1).replace('1', '#');
        expect(one, id).not.to.equal(shownWith(text, language, name, 2).replace('2', '#'));
      }
    });
  }

  it('a million is grouped as in the language', () => {
    const text = '{count, plural, one {# Gerät} other {# Geräte}}';
    expect(fill(text, 'de', { count: 1_000_000 })).to.equal('1.000.000 Geräte');
  });
});
