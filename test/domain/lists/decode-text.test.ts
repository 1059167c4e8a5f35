import { expect } from 'chai';
import { decodeText } from '../../../src/domain/lists/decode-text.js';

describe('the text of a file', () => {
  const text = 'id,name\n1,Furgón\n';
  const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
  const latin = (bytes: string): Uint8Array => new Uint8Array(Buffer.from(bytes, 'latin1'));
  const textOf = (bytes: Uint8Array) => {
    const decoded = decodeText(bytes);
    return decoded.ok ? decoded.text : decoded.code;
  };

  it('UTF-8 and UTF-16 with and without a byte order mark, and Windows-1252, give the same text', () => {
    const littleEndian = Buffer.from(text, 'utf16le');
    const bigEndian = Buffer.from(littleEndian).swap16();
    const files = [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      littleEndian,
      bigEndian,
      Buffer.concat([Buffer.from([0xff, 0xfe]), littleEndian]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian]),
      Buffer.from(text, 'latin1'),
    ];
    for (const bytes of files) expect(textOf(new Uint8Array(bytes))).to.equal(text);
  });

  it('letters and signs of Windows-1252 are read where the file can be nothing else', () => {
    expect(textOf(latin('M\xfcller S\xfcd'))).to.equal('Müller Süd');
    expect(textOf(latin('Bus 5 \x96 20 \x80; d\xe9p\xf4t de l\x92Or\xe9al'))).to.equal(
      'Bus 5 – 20 €; dépôt de l’Oréal',
    );
    expect(textOf(latin('Stra\xdfe; Pe\xf1a; Cora\xe7\xe3o'))).to.equal('Straße; Peña; Coração');
  });

  it('Mac OS Roman, code page 850 and a mix of encodings are refused, not guessed', () => {
    for (const [what, bytes] of [
      ['Müller, Mac', 'M\x9fller'],
      ['Straße, Mac', 'Stra\xa7e'],
      ['José, Mac', 'Jos\x8e'],
      ['Peña, Mac', 'Pe\x96a'],
      ['Müller, 850', 'M\x81ller'],
      ['Gärtner, 850', 'G\x84rtner'],
      ['María, 850', 'Mar\xa1a'],
      ['UTF-8 with a byte of Windows-1252', 'M\xc3\xbcller;S\xfcd'],
    ] as const)
      expect(textOf(latin(bytes)), what).to.equal('encoding');
    expect(textOf(bytesOf('efbbbf 4dfc')), 'not UTF-8 after its mark').to.equal('encoding');
  });

  it('a file that is no text is refused', () => {
    expect(textOf(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 1, 0xfe]))).to.equal('notText');
  });
});
