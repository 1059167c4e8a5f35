import { expect } from 'chai';
import { totalBytes, createSizedMap, valueBytes } from '../../../src/store/state/sized-map.js';
import { createPrng } from '../../../src/simulator/prng.js';

describe('a sized map', () => {
  const exact = (map: ReadonlyMap<string, unknown>): number =>
    [...map].reduce((sum, [key, value]) => sum + key.length + 4 + valueBytes(value), 0);

  it('the bytes are those of the JSON, whatever was set, replaced and deleted', () => {
    const random = createPrng(1);
    const map = createSizedMap<object>(undefined, [['old', { text: 'ü' }]]);
    for (let step = 0; step < 2_000; step++) {
      const key = `k${Math.floor(random() * 50)}`;
      if (random() < 0.3) map.delete(key);
      else map.set(key, { text: 'x'.repeat(Math.floor(random() * 40)) });
      if (step % 100 === 0) expect(totalBytes(map)).to.equal(exact(map));
    }
    map.clear();
    expect(totalBytes(map)).to.equal(0);
  });

  it('the bytes are within a percent of those of the whole map as JSON', () => {
    const map = createSizedMap<object>();
    for (let i = 0; i < 500; i++) map.set(`id-${i}`, { id: `id-${i}`, name: 'Überlandbus 漢字', tags: { line: '7' } });
    const json = Buffer.byteLength(JSON.stringify(Object.fromEntries(map)));
    expect(totalBytes(map)).to.be.within(json * 0.99, json * 1.01);
  });

  it('a sized map equals a plain one with the same entries', () => {
    expect(createSizedMap(undefined, [['a', 1]])).to.deep.equal(new Map([['a', 1]]));
    expect(Object.keys(createSizedMap())).to.deep.equal([]);
  });
});
