import { expect } from 'chai';
import { toLocalInput, toLocalInputWithSeconds } from '../../../src/web/format/local-input.js';
import { NOW } from '../support.js';

describe('toLocalInputWithSeconds', () => {
  it('the seconds are written only if they are not 0', () => {
    expect(toLocalInputWithSeconds(NOW)).to.equal(toLocalInput(NOW));
    expect(toLocalInputWithSeconds(NOW + 7_500)).to.equal(`${toLocalInput(NOW)}:07`);
  });
});
