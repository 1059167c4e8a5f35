import { expect } from 'chai';
import { createSharedNames } from '../../../../src/store/log/sorted/stream-names.js';

describe('the names of streams', () => {
  it('a name has one number, and a number its name', () => {
    const names = createSharedNames()();
    expect(['alert/a', 'location/a', 'alert/a'].map(names.add)).to.deep.equal([0, 1, 0]);
    expect([names.numberOf('location/a'), names.numberOf('other')]).to.deep.equal([1, undefined]);
    expect([names.nameOf(0), names.nameOf(1)]).to.deep.equal(['alert/a', 'location/a']);
  });

  it('many names are followed by new ones, and segments that have the old ones keep them', () => {
    const sharedNames = createSharedNames();
    const first = sharedNames();
    for (let number = 0; number < 65_535; number += 1) first.add(`location/${number}`);
    expect(sharedNames()).to.equal(first);
    first.add('other');
    const next = sharedNames();
    expect([next.count(), next.numberOf('other'), next.add('other')]).to.deep.equal([0, undefined, 0]);
    expect([first.numberOf('other'), first.nameOf(0)]).to.deep.equal([65_535, 'location/0']);
  });
});
