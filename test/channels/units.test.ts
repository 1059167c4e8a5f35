import { expect } from 'chai';
import { unitsOf } from '../../src/channels/index.js';

describe('units of a day’s limit', () => {
  it('are one for each email, however long', () => {
    expect(unitsOf.email()).to.equal(1);
  });

  it('are the segments of an SMS, as the modem and the bill count them', () => {
    for (const [text, segments] of [
      ['', 1],
      ['x'.repeat(160), 1],
      ['x'.repeat(161), 2],
      ['x'.repeat(1_530), 10],
      ['€'.repeat(80), 1],
      ['€'.repeat(81), 2],
      ['Ж'.repeat(70), 1],
      ['Ж'.repeat(71), 2],
    ] as const) {
      expect(unitsOf.sms(text), `${text.length} of ${text.slice(0, 1)}`).to.equal(segments);
    }
  });

  it('are not to be had where a text is too long for SMS', () => {
    expect(unitsOf.sms('x'.repeat(1_531))).to.equal(undefined);
  });
});
