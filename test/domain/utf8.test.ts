import { expect } from 'chai';
import { decodeUtf8 } from '../../src/domain/utf8.js';

describe('text in UTF-8', () => {
  it('a text is read without the byte order mark before it, and with every other character', () => {
    expect(decodeUtf8(Buffer.from('\uFEFFÜ\uFEFF😀\0'))).to.equal('Ü\uFEFF😀\0');
    expect(decodeUtf8(new Uint8Array())).to.equal('');
  });

  it('a text is refused whole for one byte that is not of it, and the next text is read', () => {
    for (const bytes of [[0xff], [0x61, 0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]])
      expect(decodeUtf8(Uint8Array.from(bytes)), String(bytes)).to.equal(undefined);
    expect(decodeUtf8(Buffer.from('a'))).to.equal('a');
  });
});
