import { expect } from 'chai';
import { formatBytes } from '../../../src/web/format/bytes.js';

describe('formatBytes', () => {
  it('a size is written in the largest unit that fits', () => {
    const texts = [0, 999, 1_500, 12_345_678, 31_000_000_000].map((bytes) => formatBytes(bytes, 'en'));
    expect(texts).to.deep.equal(['0 byte', '999 byte', '1.5 kB', '12.3 MB', '31 GB']);
  });
});
