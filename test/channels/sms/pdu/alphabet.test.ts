import { expect } from 'chai';
import { septetsOf, textOf } from '../../../../src/channels/sms/pdu/alphabet.js';

describe('the GSM 7-bit alphabet', () => {
  it('every septet except the escape stands for one character', () => {
    const all = Array.from({ length: 128 }, (_, septet) => septet).filter((septet) => septet !== 0x1b);
    expect(all.map((septet) => septetsOf(textOf([septet])))).to.deep.equal(all.map((septet) => [septet]));
  });

  it('ten more characters are encoded with an escape', () => {
    const all = Array.from('\f^{}\\[~]|€');
    expect(all.map((character) => textOf(septetsOf(character) ?? []))).to.deep.equal(all);
    expect(all.every((character) => septetsOf(character)?.[0] === 0x1b)).to.equal(true);
  });

  it('neither the escape nor a look-alike character is in the alphabet', () => {
    for (const character of ['\u001b', 'ç', '`', '’', '\t', 'Ж', '']) expect(septetsOf(character)).to.equal(undefined);
  });

  it('an unknown escape sequence shows the basic character, and a double escape shows a space', () => {
    expect(textOf([0x1b, 0x61, 0x1b, 0x1b, 0x62, 0x1b])).to.equal('a b');
  });
});
