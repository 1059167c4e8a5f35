import { expect } from 'chai';
import { createGenerationalCache } from '../../src/protocols/generational-cache.js';

describe('AIS: what was set last', () => {
  it('keeps so many values at least, and twice as many at most', () => {
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

  it('gives the newest value of a key', () => {
    const latest = createGenerationalCache<string>(2);
    for (const key of ['a', 'b', 'a']) latest.set(key, `${key}${String(latest.get(key))}`);
    expect(latest.get('a')).to.equal('aaundefined');
  });
});
