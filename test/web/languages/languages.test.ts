import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { placeholdersOf } from '../../../src/messages/format.js';
import { CHANNELS } from '../../../src/schema/channels.js';
import { LANGUAGES, loadLanguage, textsOf, type Language } from '../../../src/web/text/text.js';
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

const namesIn = (text: string): readonly string[] => [...placeholdersOf(text)].sort();
/** Braces around upper-case names belong to a sentence of the gateway. */
const namesInSentence = (text: string): readonly string[] =>
  [...text.matchAll(/\{[a-z]\w*\}/g)].map(([name]) => name).sort();

/** A text without words, such as “{a}: {b}”, has nothing to translate. */
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''));

/** A file of src/languages: sections of texts, by dotted id. */
type Tree = { readonly [key: string]: string | Tree };

const textsIn = (tree: Tree, path = ''): [id: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : textsIn(value, `${path}${key}.`),
  );

const english = JSON.parse(readFileSync('src/languages/en.json', 'utf8')) as Readonly<Record<string, Tree>>;

type Pair = readonly [english: string, translation: string];

function assertTranslated(pairs: readonly Pair[], language: Language, names = namesIn): void {
  for (const [english, translation] of pairs) {
    expect(names(translation), english).to.deep.equal(names(english));
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
    for (const { english: texts } of catalogs) expect(Object.values(texts)).not.to.include('');
  });

  it('en.json has the texts of the page and the labels of the channels: run `npm run texts` after changing one', () => {
    const texts = Object.fromEntries(catalogs.map((catalog) => [catalog.area, catalog.english]));
    expect(english.page).to.deep.equal(texts);
    const labels = Object.entries(CHANNELS).map(([name, { labels: all }]): [string, Tree] => [
      name,
      Object.fromEntries(Object.entries(all).filter(([, label]) => label !== '')),
    ]);
    expect(english.labels).to.deep.equal({ channel: Object.fromEntries(labels) });
  });

  for (const language of Object.keys(LANGUAGES).filter((name): name is Exclude<Language, 'en'> => name !== 'en')) {
    describe(LANGUAGES[language], () => {
      before(() => loadLanguage(language));

      it(`the texts in ${language} are those of English, with the same placeholders`, () => {
        const own = textsOf(language);
        for (const section of ['page', 'labels', 'messages'] as const) {
          const translated = new Map(textsIn(own?.[section] ?? {}));
          const texts = textsIn(english[section] ?? {});
          expect([...translated.keys()]).to.deep.equal(texts.map(([id]) => id));
          assertTranslated(
            texts.map(([id, text]): Pair => [text, translated.get(id) ?? '']),
            language,
          );
        }
      });

      it(`the sentences of the gateway in ${language} have the same placeholders`, () => {
        const sentences = Object.entries(textsOf(language)?.sentences ?? {});
        expect(sentences).not.to.deep.equal([]);
        assertTranslated(sentences, language, namesInSentence);
      });
    });
  }
});
