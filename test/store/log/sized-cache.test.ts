import { expect } from 'chai';
import { bytesOfKeys, createSizedCache, type SizedCache } from '../../../src/store/log/sized-cache.js';
import { collectGarbage } from '../../support/machine/collect-garbage.js';

type KeyCache = SizedCache<ReadonlySet<string>>;
const createKeyCache = (maxKeys: number): KeyCache => createSizedCache(maxKeys, (keys) => keys.size);

describe('createSizedCache', () => {
  const keys = (count: number): Promise<ReadonlySet<string>> =>
    Promise.resolve(new Set(Array.from({ length: count }, (_, i) => String(i))));

  it('concurrent callers share one load', async () => {
    const cache = createKeyCache(100);
    let loads = 0;
    const load = (): Promise<ReadonlySet<string>> => keys((loads += 1));
    const [a, b] = await Promise.all([cache.get('a', load), cache.get('a', load)]);
    expect(await cache.get('a', load))
      .to.equal(a)
      .and.to.equal(b);
    expect(loads).to.equal(1);
  });

  it('the least recently used keys are evicted first', async () => {
    const cache = createKeyCache(100);
    const loaded: string[] = [];
    const get = (name: string): Promise<unknown> =>
      cache.get(name, () => {
        loaded.push(name);
        return keys(40);
      });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await get(name);
    expect(loaded).to.deep.equal(['a', 'b', 'c', 'b']);
  });

  it('a removed value is loaded again, and no longer counts', async () => {
    const cache = createKeyCache(100);
    const first = await cache.get('a', () => keys(60));
    cache.remove('a');
    const second = await cache.get('a', () => keys(60));
    expect(second).to.not.equal(first);
    await cache.get('b', () => keys(40));
    expect(await cache.get('a', () => keys(1))).to.equal(second);
  });

  it('a failed load is not cached', async () => {
    const cache = createKeyCache(100);
    const failed = await cache
      .get('a', () => Promise.reject(new Error('EIO')))
      .catch((error: unknown) => String(error));
    expect(failed).to.equal('Error: EIO');
    expect((await cache.get('a', () => keys(3))).size).to.equal(3);
  });

  it('the size of keys is the memory that they take', () => {
    const heap = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = heap();
    const all = Array.from({ length: 50 }, (_, block) => {
      const buffers = Array.from({ length: 1_024 }, (_key, i) =>
        Buffer.from(`location/bus-${block} 2026-11-21T08:22:34.512Z 52.842${i} 5.70582`),
      );
      return new Set(buffers.map(String));
    });
    const used = heap() - before;
    expect(all.reduce((sum, block) => sum + bytesOfKeys(block), 0)).to.be.within(0.8 * used, 1.2 * used);
  });
});
