import { expect } from 'chai';
import { septetsOf, textOf } from '../../../../src/channels/sms/pdu/alphabet.js';

describe('alphabet of SMS', () => {
  it('has every septet once, but for the escape', () => {
    const all = Array.from({ length: 128 }, (_, septet) => septet).filter((septet) => septet !== 0x1b);
    expect(all.map((septet) => septetsOf(textOf([septet])))).to.deep.equal(all.map((septet) => [septet]));
  });

  it('has ten more characters behind an escape', () => {
    const all = Array.from('\f^{}\\[~]|€');
    expect(all.map((character) => textOf(septetsOf(character) ?? []))).to.deep.equal(all);
    expect(all.every((character) => septetsOf(character)?.[0] === 0x1b)).to.equal(true);
  });

  it('has neither the escape as a character, nor what looks like another', () => {
    for (const character of ['\u001b', 'ç', '`', '’', '\t', 'Ж', '']) expect(septetsOf(character)).to.equal(undefined);
  });

  it('shows the basic character behind an escape that leads nowhere, and a space for a second escape', () => {
    expect(textOf([0x1b, 0x61, 0x1b, 0x1b, 0x62, 0x1b])).to.equal('a b');
  });
});
