import { expect } from 'chai';
import { decodeText } from '../../../src/web/device-import/decode-text.js';
import { readCsv } from '../../../src/web/device-import/read-csv.js';

describe('reading a CSV file in the browser', () => {
  const cellsOf = (text: string) => {
    const table = readCsv(text, 10);
    return table.ok ? table.rows.map(({ cells }) => cells) : table.code;
  };

  it('commas, semicolons and tabs separate cells, as the first line has them', () => {
    for (const delimiter of [',', ';', '\t']) {
      expect(cellsOf(`id${delimiter}name\r\n1${delimiter}Van\r\n`)).to.deep.equal([
        ['id', 'name'],
        ['1', 'Van'],
      ]);
    }
  });

  it('quoted cells hold delimiters, quotes and line breaks, and rows keep the number of their line', () => {
    const table = readCsv('\uFEFFid,name\n1,"a, ""b""\nc"\n\n2,d', 10);
    expect(table).to.deep.equal({
      ok: true,
      rows: [
        { line: 1, cells: ['id', 'name'] },
        { line: 2, cells: ['1', 'a, "b"\nc'] },
        { line: 5, cells: ['2', 'd'] },
      ],
    });
  });

  it('an open quote and too many rows are refused', () => {
    expect(readCsv('id\n"1', 10)).to.deep.equal({ ok: false, code: 'openQuote', line: 2 });
    expect(readCsv('1\n2\n3', 2)).to.deep.equal({ ok: false, code: 'tooManyRows', line: 3 });
  });

  it('a hundred thousand lines are read within a second', () => {
    const text = 'id,name,note\n' + '860000000000001,"Van 1",blue\n'.repeat(100_000);
    const table = readCsv(text, 100_001);
    expect(table.ok && table.rows.length).to.equal(100_001);
  });
});

describe('the text of a file', () => {
  const text = 'id,name\n1,Furgón\n';
  const utf16 = (bytes: Buffer): Uint8Array => new Uint8Array(bytes);

  it('UTF-8 and UTF-16 with and without a byte order mark, and Latin-1, give the same text', () => {
    const littleEndian = Buffer.from(text, 'utf16le');
    const bigEndian = Buffer.from(littleEndian).swap16();
    const files = [
      new TextEncoder().encode(text),
      new TextEncoder().encode(`\uFEFF${text}`),
      utf16(littleEndian),
      utf16(bigEndian),
      utf16(Buffer.concat([Buffer.from([0xff, 0xfe]), littleEndian])),
      utf16(Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian])),
      new Uint8Array(Buffer.from(text, 'latin1')),
    ];
    for (const bytes of files) expect(decodeText(bytes)).to.deep.equal({ ok: true, text });
  });

  it('a file that is no text is refused', () => {
    expect(decodeText(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 1, 2]))).to.deep.equal({ ok: false });
  });
});
