import { expect } from 'chai';
import { jsonBytes, maxJsonBytes } from '../../src/domain/json.js';

const VALUES: readonly unknown[] = [
  'plain text',
  'quotation marks " and \\',
  'é, €, and a pair \u{1f69a}',
  'a single surrogate \ud800 and \udc00',
  '\u0000\u001f\n',
  -1.2345678901234567e-300,
  true,
  null,
  [],
  [1, 'two', [3]],
  {},
  { hdop: 0.9, fixType: '3D', 'a "name"': [null, { deep: false }] },
];

describe('the size of JSON without writing it', () => {
  for (const value of VALUES) {
    it(`the limit is not below the size of ${JSON.stringify(value)}`, () => {
      expect(maxJsonBytes(value)).to.be.at.least(jsonBytes(value));
    });
  }

  it('the limit of a text without pairs of surrogates is its size', () => {
    for (const text of ['plain text', 'quotation marks " and \\', 'é, €', '\u0000\u001f']) {
      expect(maxJsonBytes(text)).to.equal(jsonBytes(text));
    }
  });
});
