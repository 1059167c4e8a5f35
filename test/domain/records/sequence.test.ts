import { expect } from 'chai';
import { advanceSequence, isCoveredFrom, runOf } from '../../../src/domain/records/sequence.js';

describe('advanceSequence', () => {
  it('a run grows by the next number, and stays as it is for one that it has', () => {
    const epochs = [7, 8, 9, 8].reduce(
      (known, seq) => advanceSequence(known, { epoch: 'A', seq }),
      advanceSequence([], { epoch: 'B', seq: 3 }),
    );
    expect(runOf(epochs, 'A')).to.deep.equal({ epoch: 'A', from: 7, seq: 9 });
    expect(runOf(epochs, 'B')).to.deep.equal({ epoch: 'B', from: 3, seq: 3 });
    expect(runOf(epochs, 'C')).to.equal(undefined);
    expect(runOf(undefined, 'A')).to.equal(undefined);
  });

  it('a number that is missing before or after a run begins a new one', () => {
    const run = { epoch: 'A', from: 5, seq: 9 };
    expect(advanceSequence([run], { epoch: 'A', seq: 11 })).to.deep.equal([{ epoch: 'A', from: 11, seq: 11 }]);
    expect(advanceSequence([run], { epoch: 'A', seq: 4 })).to.deep.equal([{ epoch: 'A', from: 4, seq: 4 }]);
    expect(advanceSequence([{ epoch: 'A', seq: 9 }], { epoch: 'A', seq: 4 })).to.deep.equal([{ epoch: 'A', seq: 9 }]);
  });

  it('lost numbers are in no run', () => {
    const epochs = advanceSequence([{ epoch: 'A', from: 5, seq: 9 }], { epoch: 'A', seq: 20 }, true);
    const run = { epoch: 'A', from: 21, seq: 20 };
    expect(epochs).to.deep.equal([run]);
    expect([20, 21, 22].map((oldest) => isCoveredFrom(run, oldest))).to.deep.equal([false, true, false]);
    expect(advanceSequence(epochs, { epoch: 'A', seq: 21 })).to.deep.equal([{ epoch: 'A', from: 21, seq: 21 }]);
  });

  it('the last four epochs are kept', () => {
    const epochs = ['A', 'B', 'C', 'A', 'D', 'E'].reduce(
      (known, epoch) => advanceSequence(known, { epoch, seq: 1 }),
      advanceSequence(undefined, { epoch: 'A', seq: 1 }),
    );
    expect(epochs.map(({ epoch }) => epoch)).to.deep.equal(['C', 'A', 'D', 'E']);
  });
});
