import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SERVER_TEXTS } from '../../../src/web/text/server-texts.js';

const root = new URL('../../../src/', import.meta.url);

/** The literals of the gateway, with the joints of split strings removed and each value written as `{}`. */
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js') && !name.startsWith('web/'))
  .map((name) => readFileSync(new URL(name, root), 'utf8'))
  .join('\n')
  .replace(/['"`] \+\s*['"`]/g, '');

describe('SERVER_TEXTS', () => {
  it('each English sentence is one that the gateway sends', () => {
    for (const [english] of SERVER_TEXTS) {
      for (const part of english.split(/\{[a-z]\w*\}/)) {
        expect(sources.includes(part.trim()), english).to.equal(true);
      }
    }
  });

  it('each translation has the values of its sentence', () => {
    const valuesOf = (text: string): string[] => [...text.matchAll(/\{[a-z]\w*\}/g)].map(([name]) => name).sort();
    for (const [english, spanish] of SERVER_TEXTS) expect(valuesOf(spanish), english).to.deep.equal(valuesOf(english));
  });

  it('no sentence is listed twice', () => {
    const all = SERVER_TEXTS.map(([english]) => english);
    expect(new Set(all)).to.have.lengthOf(all.length);
  });
});
