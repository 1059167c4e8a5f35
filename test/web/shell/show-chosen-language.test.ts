import { signal } from '@preact/signals';
import { expect } from 'chai';
import type { Language } from '../../../src/web/text/text.js';
import { showChosenLanguage } from '../../../src/web/shell/show-chosen-language.js';

const failing = (): Promise<void> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const signals = (chosen: Language) => ({ chosenLanguage: signal(chosen), language: signal<Language>('en') });

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

describe('showChosenLanguage', () => {
  it('the page starts in the chosen language once its texts are loaded', async () => {
    const preferences = signals('es');
    const { promise, resolve } = deferred();
    const shown = showChosenLanguage(preferences, () => promise);
    expect(preferences.language.value).to.equal('en');
    resolve();
    await shown;
    expect(preferences.language.value).to.equal('es');
  });

  it('a language that cannot be loaded leaves the page in English and keeps the choice', async () => {
    const preferences = signals('es');
    await showChosenLanguage(preferences, failing);
    expect(preferences.language.value).to.equal('en');
    expect(preferences.chosenLanguage.value).to.equal('es');
  });

  it('a language that arrives after another was chosen is not shown', async () => {
    const preferences = signals('en');
    const { promise, resolve } = deferred();
    await showChosenLanguage(preferences, (language) => (language === 'es' ? promise : Promise.resolve()));
    preferences.chosenLanguage.value = 'es';
    preferences.chosenLanguage.value = 'en';
    resolve();
    await promise;
    await Promise.resolve();
    expect(preferences.language.value).to.equal('en');
  });
});
