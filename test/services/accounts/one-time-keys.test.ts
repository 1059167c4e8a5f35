import { expect } from 'chai';
import { createOneTimeKeys } from '../../../src/services/accounts/one-time-keys.js';

describe('createOneTimeKeys', () => {
  const keys = () => createOneTimeKeys<string>({ lifetimeMs: 1_000, maxOfOwner: 4, max: 5, monotonic: () => 0 });

  it('a key works once', () => {
    const { create, redeem } = keys();
    const key = create('a', 'value');
    expect([redeem(key), redeem(key), redeem('other')]).to.deep.equal(['value', undefined, undefined]);
  });

  it('the oldest key of the owner with the most gives way when there are too many', () => {
    const { create, redeem } = keys();
    const own = create('a', 'own');
    const [first, ...others] = ['1', '2', '3', '4'].map((value) => create('b', value));
    const mine = create('c', 'mine');
    expect(redeem(first ?? '')).to.equal(undefined);
    expect([own, mine, ...others].map(redeem)).to.deep.equal(['own', 'mine', '2', '3', '4']);
  });
});
