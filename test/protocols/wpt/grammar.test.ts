import { expect } from 'chai';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import { grammarOf } from '../../docs/abnf.js';
import { blocksOf } from '../../docs/blocks.js';
import { exchanges, vectors } from '../../support/wpt-text.js';

const [abnf = ''] = blocksOf('src/protocols/wpt/wpt-1.md')
  .filter(({ language }) => language === 'abnf')
  .map(({ text }) => text);

describe('the grammar in the text of WPT/1', () => {
  const line = grammarOf(abnf, 'line');
  const said = [...new Set([...vectors, ...exchanges.flat().map((spoken) => spoken.line)])];

  it('takes every line of the text', () => {
    expect(said).to.have.length.above(30);
    expect(said.filter((one) => !line.test(one))).to.deep.equal([]);
  });

  it('takes what the gateway writes, reserved characters and all', () => {
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

  it('takes nothing that lacks a sum, a field or an escape', () => {
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
