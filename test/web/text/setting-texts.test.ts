import { expect } from 'chai';
import { protocols } from '../../../src/protocols/index.js';
import { SETTING_TEXTS } from '../../../src/web/text/setting-texts.js';

const texts = Object.values(protocols).flatMap(({ provision }) => [
  ...Object.values(provision?.settings ?? {}).flatMap(({ title, description }) => [title, description]),
  ...Object.values(provision?.secrets ?? {}),
]);

describe('SETTING_TEXTS', () => {
  it('each title and description of a setting has a translation', () => {
    expect(texts.filter((text) => !Object.hasOwn(SETTING_TEXTS, text))).to.deep.equal([]);
  });

  it('each translation is of a text that a protocol has', () => {
    expect(Object.keys(SETTING_TEXTS).filter((text) => !texts.includes(text))).to.deep.equal([]);
  });
});
