import { expect } from 'chai';
import { createTranslate, defineText, loadLanguage } from '../../../src/web/text/text.js';
import { commonText } from '../../../src/web/text/common.js';

describe('createTranslate', () => {
  const greeting = defineText('greeting', { hello: 'Hello {name}, {n}' });

  it('placeholders are replaced by their values, unchanged', () => {
    expect(createTranslate(greeting, 'en')('hello', { name: '$& <b>{n}', n: 2 })).to.equal('Hello $& <b>{n}, 2');
  });

  it('a loaded language is shown in its own texts', async () => {
    await loadLanguage('es');
    expect(createTranslate(commonText, 'es')('ofLimit', { used: '1', limit: '2' })).to.equal('1 de 2');
  });

  it('an area that the loaded texts do not have is shown in English', async () => {
    await loadLanguage('es');
    expect(createTranslate(greeting, 'es')('hello', { name: 'Ana', n: 1 })).to.equal('Hello Ana, 1');
  });
});
