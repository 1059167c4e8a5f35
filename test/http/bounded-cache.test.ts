import { expect } from 'chai';
import { createBoundedCache } from '../../src/http/bounded-cache.js';

describe('createBoundedCache', () => {
  it('a value is found until the values after it take the room', () => {
    const cache = createBoundedCache<number>(10);
    cache.set('a', 1, 4);
    cache.set('b', 2, 6);
    expect([cache.get('a'), cache.get('b'), cache.size()]).to.deep.equal([1, 2, 10]);
    cache.set('c', 3, 1);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size()]).to.deep.equal([undefined, 2, 3, 7]);
  });

  it('a value that replaces another one counts once, and becomes the newest', () => {
    const cache = createBoundedCache<number>(10);
    cache.set('a', 1, 4);
    cache.set('b', 2, 4);
    cache.set('a', 3, 5);
    cache.set('c', 4, 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size()]).to.deep.equal([3, undefined, 4, 8]);
  });

  it('a value larger than all room is not kept', () => {
    const cache = createBoundedCache<number>(10);
    cache.set('a', 1, 11);
    expect([cache.get('a'), cache.size()]).to.deep.equal([undefined, 0]);
  });
});
