import { expect } from 'chai';
import { readCsv } from '../../../src/domain/lists/read-csv.js';

describe('reading a CSV file', () => {
  const cellsOf = (text: string) => {
    const table = readCsv(text, 10);
    return table.ok ? table.rows.map(({ cells }) => cells) : table;
  };
  const problem = (code: string, line: number, column: number) => ({ ok: false, code, line, column });

  it('commas, semicolons, tabs or bars separate cells, as the first row has them', () => {
    for (const separator of [',', ';', '\t', '|']) {
      for (const text of [
        `id${separator}name\r\n1${separator}Van\r\n`,
        `\n${separator}\n"id"${separator}"name"\n1${separator}Van`,
      ]) {
        expect(cellsOf(text)).to.deep.equal([
          ['id', 'name'],
          ['1', 'Van'],
        ]);
      }
    }
  });

  it('a separator inside of a quoted title counts for nothing', () => {
    expect(cellsOf('"id, or IMEI, or serial";name\n1;Van')).to.deep.equal([
      ['id, or IMEI, or serial', 'name'],
      ['1', 'Van'],
    ]);
  });

  it('a line sep= states the separator, and counts as a line', () => {
    for (const head of ['sep=;', '"sep=;"', 'SEP=;']) {
      expect(readCsv(`\uFEFF${head}\r\nid,x;name\r\n1;Van`, 10)).to.deep.equal({
        ok: true,
        rows: [
          { line: 2, cells: ['id,x', 'name'] },
          { line: 3, cells: ['1', 'Van'] },
        ],
      });
    }
  });

  it('quoted cells hold separators, quotes and line breaks, and rows keep the number of their line', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(readCsv(`\uFEFFid,name${end}1,"a, ""b""${end}c"${end}${end}2,d`, 10)).to.deep.equal({
        ok: true,
        rows: [
          { line: 1, cells: ['id', 'name'] },
          { line: 2, cells: ['1', `a, "b"${end}c`] },
          { line: 5, cells: ['2', 'd'] },
        ],
      });
    }
  });

  it('what cannot be read is refused with its line and column', () => {
    expect(readCsv('id\n"1', 10)).to.deep.equal(problem('openQuote', 2, 1));
    expect(readCsv('id,name\n1,"a"b\n', 10)).to.deep.equal(problem('afterQuote', 2, 2));
    expect(readCsv('id,name\n1,M\uFFFDller\n', 10)).to.deep.equal(problem('damaged', 2, 2));
    expect(readCsv('id,name\n1,Van, blue\n', 10)).to.deep.equal(problem('untitled', 2, 3));
    expect(readCsv('id,,name\n1,x,Van\n', 10)).to.deep.equal(problem('untitled', 2, 2));
    expect(readCsv('1\n2\n3', 2)).to.deep.equal(problem('tooManyRows', 3, 0));
  });

  it('a hundred thousand lines are read within a second', () => {
    const text = 'id,name,note\n' + '860000000000001,"Van 1",blue\n'.repeat(100_000);
    const table = readCsv(text, 100_001);
    expect(table.ok && table.rows.length).to.equal(100_001);
  });
});
