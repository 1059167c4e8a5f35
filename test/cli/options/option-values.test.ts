import { expect } from 'chai';
import { parseNumber, parseWindows } from '../../../src/cli/options/option-values.js';

describe('numbers of the command line', () => {
  it('a number that is not finite, in another notation or padded is refused with its bounds', () => {
    const read = parseNumber('--alert', { min: 0.01, unit: 'seconds' });
    for (const text of ['1e999', 'Infinity', '-1e400', '0x1F', ' 5', '5 ', '', '+5', '1_000', '٣', '9'.repeat(400)]) {
      expect(() => read(text), text).to.throw('--alert must be a number of seconds from 0.01, not ');
    }
    expect(['5', '.5', '1e3'].map(read)).to.deep.equal([5, 0.5, 1000]);
  });

  it('times without an end are no window', () => {
    expect(() => parseWindows('--outage')('1e999,10')).to.throw('--outage must be EVERY,FOR');
  });
});
