import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { allRows } from '../../src/messages/catalog.js';
import { placeholdersOf } from '../../src/messages/format.js';

/** Tests define rows of their own. */
const rows = allRows().filter(({ id }) => !id.startsWith('test'));

describe('the catalog', () => {
  it('catalog.ts lists every module of messages: run `npm run texts` after adding one', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?:^|\/)messages\.ts$/.test(name))
      .filter((name) => readFileSync(`src/${name}`, 'utf8').includes("messages/define.js'"));
    const listed = [...readFileSync('src/messages/catalog.ts', 'utf8').matchAll(/import '\.\.\/(.*)\.js';/g)];
    expect(listed.map(([, name]) => `${String(name)}.ts`)).to.deep.equal(files.sort());
  });

  it('en.json has the sentence of each row: run `npm run texts` after changing one', () => {
    const { messages } = JSON.parse(readFileSync('src/languages/en.json', 'utf8')) as {
      messages: Record<string, Record<string, string>>;
    };
    const written = Object.entries(messages).flatMap(([area, members]) =>
      Object.entries(members).map(([member, sentence]): [string, string] => [`${area}.${member}`, sentence]),
    );
    expect(Object.fromEntries(written)).to.deep.equal(
      Object.fromEntries(rows.map(({ id, sentence }) => [id, sentence])),
    );
  });

  it('ids are short and camelCase, and sentences follow the style of the project', () => {
    expect(rows).to.have.length.above(100);
    for (const { id, sentence } of rows) {
      expect(id).to.match(/^(?:protocol\.|channel\.|uplink\.)?[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*$/);
      expect(id).to.have.length.of.at.most(64);
      expect(sentence, id)
        .to.match(/^(?:[a-z/{]|Host: |WPT |Waypost )/)
        .and.not.match(/\.$|  /);
      // Each sentence parses, and a placeholder is one word.
      for (const name of placeholdersOf(sentence)) expect(name, id).to.match(/^[a-z][A-Za-z0-9]*$/);
    }
  });
});
