import { expect } from 'chai';
import { advanceSequence, storedUpTo } from '../../../src/domain/records/sequence.js';

describe('advanceSequence', () => {
  it('the highest number of each epoch is kept, in any order of arrival', () => {
    const epochs = [7, 9, 8].reduce(
      (known, seq) => advanceSequence(known, { epoch: 'A', seq }),
      advanceSequence([], { epoch: 'B', seq: 3 }),
    );
    expect(storedUpTo(epochs, 'A')).to.equal(9);
    expect(storedUpTo(epochs, 'B')).to.equal(3);
    expect(storedUpTo(epochs, 'C')).to.equal(undefined);
    expect(storedUpTo(undefined, 'A')).to.equal(undefined);
  });

  it('the last four epochs are kept', () => {
    const epochs = ['A', 'B', 'C', 'A', 'D', 'E'].reduce(
      (known, epoch) => advanceSequence(known, { epoch, seq: 1 }),
      advanceSequence(undefined, { epoch: 'A', seq: 5 }),
    );
    expect(epochs.map(({ epoch }) => epoch)).to.deep.equal(['C', 'A', 'D', 'E']);
    expect(storedUpTo(epochs, 'A')).to.equal(5);
  });
});
