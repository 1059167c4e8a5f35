import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { loadLanguage } from '../../../src/web/languages/index.js';
import { LANGUAGES, textsOf, type Language } from '../../../src/web/text/text.js';
import { SAME_AS_ENGLISH } from './same-as-english.js';

type Catalog = { readonly area: string; readonly english: Readonly<Record<string, string>> };

const isCatalog = (value: unknown): value is Catalog =>
  typeof value === 'object' && value !== null && 'area' in value && 'english' in value;

const root = new URL('../../../src/web/', import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.text.js') || /^text\/[\w-]+\.js$/.test(name),
);
const modules = await Promise.all(files.map(async (name) => (await import(new URL(name, root).href)) as object));
const catalogs = modules.flatMap((module) => Object.values(module).filter(isCatalog));

const namesIn = (text: string): string[] => [...text.matchAll(/\{[a-z]\w*\}/g)].map(([name]) => name).sort();

/** A text without words, such as “{a}: {b}”, has nothing to translate. */
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''));

type Pair = readonly [english: string, translation: string];

function assertTranslated(pairs: readonly Pair[], language: Language): void {
  for (const [english, translation] of pairs) {
    expect(namesIn(translation), english).to.deep.equal(namesIn(english));
    expect(translation.trim(), english).not.to.equal('');
  }
  const same = pairs.filter(([english, translation]) => hasWords(english) && english === translation);
  const unlisted = same.map(([english]) => english).filter((text) => !SAME_AS_ENGLISH[language].includes(text));
  expect(unlisted, 'texts that are the same in English belong to the list SAME_AS_ENGLISH').to.deep.equal([]);
}

describe('the languages of the page', () => {
  it('each area of texts has a name of its own', () => {
    expect(catalogs.length).to.be.at.least(39);
    expect(new Set(catalogs.map(({ area }) => area)).size).to.equal(catalogs.length);
    for (const { english } of catalogs) expect(Object.values(english).filter((text) => text === '')).to.deep.equal([]);
  });

  for (const language of Object.keys(LANGUAGES).filter((name): name is Exclude<Language, 'en'> => name !== 'en')) {
    describe(LANGUAGES[language], () => {
      before(() => loadLanguage(language));

      it(`the texts in ${language} are those of the areas, with the same placeholders`, () => {
        const texts = textsOf(language)?.texts ?? {};
        expect(Object.keys(texts).sort()).to.deep.equal(catalogs.map(({ area }) => area).sort());
        const pairs: Pair[] = [];
        for (const { area, english } of catalogs) {
          const translated = texts[area] ?? {};
          expect(Object.keys(translated).sort(), area).to.deep.equal(Object.keys(english).sort());
          pairs.push(...Object.entries(english).map(([key, text]): Pair => [text, translated[key] ?? '']));
        }
        assertTranslated(pairs, language);
      });

      it(`the sentences of the gateway in ${language} have the same placeholders`, () => {
        const sentences = Object.entries(textsOf(language)?.sentences ?? {});
        expect(sentences).not.to.deep.equal([]);
        assertTranslated(sentences, language);
      });
    });
  }
});
