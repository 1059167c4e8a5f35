import { expect } from 'chai';
import { formatDuration } from '../../../src/web/format/duration.js';

describe('formatDuration', () => {
  it('a duration is written in its two largest units', () => {
    const texts = [0, 59, 3_600, 90_061, 864_000].map((seconds) => formatDuration(seconds, 'en'));
    expect(texts).to.deep.equal(['0 seconds', '59 seconds', '1 hour', '1 day 1 hour', '10 days']);
  });
});
