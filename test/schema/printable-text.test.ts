import { expect } from 'chai';
import { isPrintable, printable, printableJson } from '../../src/schema/printable-text.js';

const HOSTILE = ['\0', '\t', '\n', '\x1b', '\x7f', '\x85', '\x9b', '\u061c', '\u200e', '\u202e', '\u2066', '\u2069'];

describe('printable text', () => {
  it('control characters and marks of direction are replaced, other letters stay', () => {
    for (const char of HOSTILE) {
      expect(isPrintable(`a${char}b`), JSON.stringify(char)).to.equal(false);
      expect(printable(`a${char}b${char}`)).to.equal('a\ufffdb\ufffd');
    }
    for (const text of ['Bus 7 · Größe', 'الحافلة ٧', 'אוטובוס', '公交车', '🚌‍♂️', 'zero\u200dwidth joiner', ' ']) {
      expect([isPrintable(text), printable(text)], text).to.deep.equal([true, text]);
    }
  });

  it('JSON has them as escapes, so it is the same value', () => {
    const value = { [HOSTILE.join('')]: HOSTILE };
    expect(isPrintable(printableJson(value))).to.equal(true);
    expect(JSON.parse(printableJson(value))).to.deep.equal(value);
  });
});
