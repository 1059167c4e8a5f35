import { expect } from 'chai';
import { cleanCell, isReformatted, roundedNumbers } from '../../../src/domain/lists/cell.js';
import { protectCell, unprotectCell } from '../../../src/domain/lists/formula.js';
import { nearest } from '../../../src/domain/lists/nearest.js';
import { createRandom } from '../../support/protocols/random.js';

describe('a cell of a list', () => {
  it('a cell loses outer spaces, marks without a width, and the marks that keep it a text', () => {
    expect(cleanCell('\u200E\u00A0 860000000000017\u202C ')).to.equal('860000000000017');
    expect(cleanCell('="0123"')).to.equal('0123');
    expect(cleanCell("'+34600")).to.equal('+34600');
    expect(cleanCell('=HYPERLINK("x")')).to.equal('=HYPERLINK("x")');
    expect(cleanCell(`a${' '.repeat(500_000)}b`)).to.have.length(500_002);
  });

  it('a number is recognized that a spreadsheet has shortened, given decimals, grouped or rounded', () => {
    for (const text of ['8.6E+14', '8,6e14', '3E+14', '17.0', '17,00', '860 000 000 000 017', '860’000’000’000’017'])
      expect(isReformatted(text), text).to.equal(true);
    for (const text of ['860000000000017', 'v1.0', '10.20.30', '12E3B', '1.5', 'E+14'])
      expect(isReformatted(text), text).to.equal(false);
    expect(roundedNumbers(['8934071179000000000', '17'])).to.deep.equal(['8934071179000000000']);
    expect(roundedNumbers(['8934071179000000000', '8934071179000000125'])).to.deep.equal([]);
    expect(roundedNumbers(['8600000000000170'])).to.deep.equal([]);
  });

  it('the nearest title is found, and none for another word', () => {
    expect(nearest('identiy', ['identity', 'id', 'name'])).to.equal('identity');
    expect(nearest('Fahrgestellnummer', ['identity', 'id', 'name'])).to.equal(undefined);
  });
});

describe('a text in an exported cell', () => {
  it('no sign that starts a formula is at the start of a cell, whichever way it is cut', () => {
    expect(protectCell('Tor offen;=1+1;Straße')).to.equal("Tor offen;'=1+1;Straße");
    expect(protectCell('-1')).to.equal("'-1");
    expect(protectCell('a,"=1+1"')).to.equal('a,"\'=1+1"');
    expect(protectCell('a\n@x')).to.equal("a\n'@x");
    expect(protectCell('\t=1')).to.equal("'\t'=1");
    expect(protectCell('stop;')).to.equal("stop;'");
    for (const text of ['', '2026-11-26T10:00:00.000Z', 'a-b', '1+1', "it's", '{"a":-1}'])
      expect(protectCell(text)).to.equal(text);
  });

  it('reading removes what writing added, and nothing else', () => {
    const random = createRandom(7);
    const letters = ["'", '"', '=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '|', ' ', 'a', '1', '＝'];
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: random.below(8) }, () => random.pick(letters)).join('');
      const cell = protectCell(text);
      expect(unprotectCell(cell), JSON.stringify(text)).to.equal(text);
      expect(/(?:^|[,;|\t\n])[ "]*[=+\-@＝]/.test(cell), JSON.stringify(cell)).to.equal(false);
    }
  });
});
