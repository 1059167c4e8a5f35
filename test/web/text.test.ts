import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { createTranslate, type TextCatalog } from '../../src/web/text/text.js';

type AnyArea = TextCatalog<Record<string, string>>;

/** All text catalogs. */
const root = new URL('../../src/web/', import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.text.js') || /^text\/(?!text)\w+\.js$/.test(name),
);

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();

describe('the texts of the page', () => {
  for (const file of files) {
    it(`${file}: every text exists in both languages with the same placeholders`, async () => {
      const areas = Object.values((await import(new URL(file, root).href)) as Record<string, AnyArea>);
      expect(areas).to.have.lengthOf(1);
      for (const { en, es } of areas) {
        expect(Object.keys(es).sort()).to.deep.equal(Object.keys(en).sort());
        for (const [key, text] of Object.entries(en)) {
          expect(text.trim(), key).not.to.equal('');
          expect(es[key]?.trim(), key).not.to.equal('');
          expect(namesIn(es[key] ?? ''), key).to.deep.equal(namesIn(text));
        }
      }
    });
  }

  it('the test finds the catalogs', () => {
    expect(files.length).to.be.at.least(5);
  });

  it('placeholders are replaced by their values, unchanged', () => {
    const area = { en: { hello: 'Hello {name}, {n}' }, es: { hello: '{n}: hola {name}' } } as const;
    expect(createTranslate(area, 'es')('hello', { name: '$& <b>{n}', n: 2 })).to.equal('2: hola $& <b>{n}');
  });
});
