import { expect } from 'chai';
import { usesCounter, fillPattern, isPattern } from '../../../src/domain/provisioning/pattern.js';

const filling = { identity: '860000000000017', number: 7, row: { plate: '1234 BCD', n: 'row' } };

describe('fillPattern', () => {
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
    it(`the error for ${pattern} names the placeholder and the column to add`, () => {
      expect(fillPattern(pattern, filling)).to.include({ ok: false, code: 'validation_failed' });
      expect(fillPattern(pattern, filling)).to.have.property('message').that.includes(pattern).and.includes('column');
    });
  }

  it('{n} without an allocated number is an error', () => {
    expect(fillPattern('{n}', { ...filling, number: undefined, row: {} }).ok).to.equal(false);
  });

  it('only a text with a placeholder is a pattern', () => {
    expect(['{n}', 'a{b}c'].every(isPattern)).to.equal(true);
    expect(['', 'n', '{', '}{', 7, true].some(isPattern)).to.equal(false);
  });

  it('only a pattern with {n} uses the counter', () => {
    expect(['{n}', 'x{n:3}'].every(usesCounter)).to.equal(true);
    expect(['{number}', '{name}', 'n', 7].some(usesCounter)).to.equal(false);
  });

  it('a long text of braces takes linear time', () => {
    const many = '{'.repeat(50_000);
    expect(isPattern(many)).to.equal(false);
    expect(fillPattern(many, filling)).to.deep.equal({ ok: true, value: many });
  });
});
