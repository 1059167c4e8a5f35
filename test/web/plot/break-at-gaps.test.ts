import { expect } from 'chai';
import { breakAtGaps } from '../../../src/web/plot/break-at-gaps.js';

const MINUTE = 60;
const NIGHT = 14 * 60 * MINUTE;

describe('breakAtGaps', () => {
  it('a line ends before a gap and starts again after it', () => {
    const [evening, morning] = [
      [0, MINUTE, 2 * MINUTE],
      [NIGHT, NIGHT + MINUTE],
    ];
    const broken = breakAtGaps({
      times: [...evening, ...morning],
      values: [
        [90, 89, 88, 99, 98],
        [1, null, 3, 4, 5],
      ],
    });
    expect(broken).to.deep.equal({
      times: [...evening, (2 * MINUTE + NIGHT) / 2, ...morning],
      values: [
        [90, 89, 88, null, 99, 98],
        [1, null, 3, null, 4, 5],
      ],
    });
  });

  it('values without a gap stay as they are', () => {
    const samples = { times: [0, 10, 20], values: [[1, 2, 3]] };
    expect(breakAtGaps(samples)).to.deep.equal(samples);
    expect(breakAtGaps({ times: [], values: [[]] })).to.deep.equal({ times: [], values: [[]] });
  });
});
