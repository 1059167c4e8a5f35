import { expect } from 'chai';
import { createGenerationalCache } from '../../src/protocols/generational-cache.js';

describe('createGenerationalCache', () => {
  it('at least one generation of values is kept and at most two', () => {
    const cache = createGenerationalCache<number>(10);
    for (let value = 0; value < 100; value += 1) {
      cache.set(String(value), value);
      const kept = Array.from({ length: value + 1 }, (_, key) => cache.get(String(key))).filter(
        (found) => found !== undefined,
      );
      expect(kept.slice(-10)).to.deep.equal(Array.from({ length: value + 1 }, (_, key) => key).slice(-10));
      expect(kept.length).to.be.at.most(20);
    }
  });

  it('the latest value of a key is returned', () => {
    const cache = createGenerationalCache<string>(2);
    for (const key of ['a', 'b', 'a']) cache.set(key, `${key}${String(cache.get(key))}`);
    expect(cache.get('a')).to.equal('aaundefined');
  });
});
