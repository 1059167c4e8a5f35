import { expect } from 'chai';
import { usesCounter, fillPattern, isPattern } from '../../../src/domain/provisioning/pattern.js';

const filling = { identity: '860000000000017', number: 7, row: { plate: '1234 BCD', n: 'row' } };

describe('a pattern of a template', () => {
  for (const [pattern, text] of [
    ['VAN', 'VAN'],
    ['VAN{n}', 'VAN7'],
    ['VAN{n:3}', 'VAN007'],
    ['{identity}', '860000000000017'],
    ['{plate} / {n:2}', '1234 BCD / 07'],
    ['{n:12}', '000000000007'],
  ] as const) {
    it(`${pattern} becomes ${text}`, () => {
      expect(fillPattern(pattern, filling)).to.deep.equal({ ok: true, value: text });
    });
  }

  for (const pattern of ['{driver}', '{n:99}', '{identity:3}', '{plate:2}', '{}', '{constructor}', '{__proto__}']) {
    it(`says of ${pattern} that there is nothing to put in its place, and which column to add`, () => {
      expect(fillPattern(pattern, filling)).to.include({ ok: false, code: 'validation_failed' });
      expect(fillPattern(pattern, filling)).to.have.property('message').that.includes(pattern).and.includes('column');
    });
  }

  it('has no number where none is given out', () => {
    expect(fillPattern('{n}', { ...filling, number: undefined, row: {} }).ok).to.equal(false);
  });

  it('is a text with braces, and nothing else', () => {
    expect(['{n}', 'a{b}c'].every(isPattern)).to.equal(true);
    expect(['', 'n', '{', '}{', 7, true].some(isPattern)).to.equal(false);
  });

  it('counts units only where a number stands in it', () => {
    expect(['{n}', 'x{n:3}'].every(usesCounter)).to.equal(true);
    expect(['{number}', '{name}', 'n', 7].some(usesCounter)).to.equal(false);
  });

  it('takes as long as it is, whatever it is', () => {
    const many = '{'.repeat(50_000);
    expect(isPattern(many)).to.equal(false);
    expect(fillPattern(many, filling)).to.deep.equal({ ok: true, value: many });
  });
});
