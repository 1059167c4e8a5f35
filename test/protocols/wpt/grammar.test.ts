import { expect } from 'chai';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import { grammarOf } from '../../docs/abnf.js';
import { blocksOf } from '../../docs/blocks.js';
import { exchanges, vectors } from '../../support/protocols/wpt-text.js';

const [abnf = ''] = blocksOf('src/protocols/wpt/wpt-1.md')
  .filter(({ language }) => language === 'abnf')
  .map(({ text }) => text);

describe('the grammar in the WPT/1 specification', () => {
  const line = grammarOf(abnf, 'line');
  const examples = [...new Set([...vectors, ...exchanges.flat().map((exchanged) => exchanged.line)])];

  it('every example line matches the grammar', () => {
    expect(examples).to.have.length.above(30);
    expect(examples.filter((example) => !line.test(example))).to.deep.equal([]);
  });

  it('lines of the gateway match the grammar, including reserved characters', () => {
    for (const [type = '', ...fields] of [
      ['ERR', 'HEL', 'AUTH', 'the device ^ is $ expired, 100 % ~'],
      ['BYE', 'DUP'],
      ['NAK', '9F3A01C2', '7', 'STORE'],
      ['SET', 'C1', 'name', 'Kran 7, Süd*'],
      ['WEL', '1', 'gw-01', 'S1', '1795248000123', '0', '9F3A01C2', '', '16', '256'],
    ]) {
      expect(encodeLine(type, ...fields).trimEnd()).to.match(line);
    }
  });

  it('a line without a checksum, field or escape does not match the grammar', () => {
    for (const wrong of [
      '$PWPT,IDN*35',
      '$PWPT,IDN,766B',
      '$PWPT,ACK,9F3A01C2,1152,8E1F*11',
      '$PWPT,NAK,9F3A01C2,0,GAP,C914*39',
      '$PWPT,BYE,a~b,8E1F*11',
      '$PWPT,XYZ,8E1F*11',
      '$PWPT,IDN,766b*35',
    ]) {
      expect(wrong).to.not.match(line);
    }
  });
});
