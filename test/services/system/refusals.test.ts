import { expect } from 'chai';
import type { Logger } from '../../../src/logger.js';
import { createRefusals } from '../../../src/services/system/refusals.js';

describe('createRefusals', () => {
  it('every refusal is counted, and one line a minute and kind is logged with the number of those before', () => {
    const lines: object[] = [];
    const logger = { warn: (line: object) => lines.push(line) } as unknown as Logger;
    let now = 0;
    const refusals = createRefusals({ logger, monotonic: () => now });
    for (let guesses = 0; guesses < 3; guesses++) refusals.note('sign_in_slowed', { address: '10.0.0.9' });
    now = 60_000;
    refusals.note('sign_in_slowed');
    expect(refusals.count('sign_in_slowed')).to.equal(4);
    expect(lines).to.deep.equal([
      { kind: 'sign_in_slowed', suppressed: 0, address: '10.0.0.9' },
      { kind: 'sign_in_slowed', suppressed: 2 },
    ]);
  });
});
