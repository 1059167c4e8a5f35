import { expect } from 'chai';
import fc from 'fast-check';
import { createByteBudget, type Reservation } from '../../src/http/byte-budget.js';

describe('createByteBudget', () => {
  it('one owner holds at most half, two at most a third each, and there is room for others', () => {
    const { reserve, used } = createByteBudget({ total: 120 });
    const fill = (owner: string): number => {
      let taken = 0;
      while (reserve([owner], 1) !== undefined) taken += 1;
      return taken;
    };
    expect([fill('a'), fill('b'), fill('c')]).to.deep.equal([60, 30, 15]);
    expect(used()).to.equal(105);
  });

  it('an owner is a user or an address: who shares neither is not affected', () => {
    const { reserve } = createByteBudget({ total: 100 });
    expect(reserve(['user a', 'address 1'], 50)).not.to.equal(undefined);
    expect(reserve(['user a', 'address 2'], 10)).to.equal(undefined);
    expect(reserve(['user b', 'address 1'], 10)).to.equal(undefined);
    expect(reserve(['user b', 'address 2'], 10)).not.to.equal(undefined);
  });

  it('what is larger than the budget fits if nothing else is held', () => {
    const { reserve } = createByteBudget({ total: 100 });
    const large = reserve(['a'], 500);
    expect(large).not.to.equal(undefined);
    expect(reserve(['b'], 1)).to.equal(undefined);
    large?.release();
    expect(reserve(['b'], 100)).not.to.equal(undefined);
  });

  it('the oldest that can be canceled of the owner with the most makes room for an owner with less', () => {
    let canceled = 0;
    const ended: string[] = [];
    const { reserve, used } = createByteBudget({ total: 100, onCancel: () => (canceled += 1) });
    reserve(['a'], 25, () => ended.push('a1'));
    reserve(['a'], 25, () => ended.push('a2'));
    reserve(['b'], 20);
    expect(reserve(['c'], 35, () => ended.push('c1'))).not.to.equal(undefined);
    expect(ended).to.deep.equal(['a1']);
    expect([canceled, used()]).to.deep.equal([1, 80]);
    expect(reserve(['c'], 30)).to.equal(undefined);
    expect(ended).to.deep.equal(['a1']);
  });

  it('whatever is reserved, shrunk and released, the sum is right and never above the total', () => {
    const owners = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      fc.record({ take: fc.tuple(owners, owners), bytes: fc.integer({ min: 1, max: 60 }), cancels: fc.boolean() }),
      fc.record({ release: fc.nat(20) }),
      fc.record({ shrink: fc.nat(20), to: fc.integer({ min: 0, max: 60 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { reserve, used } = createByteBudget({ total: 100 });
        const held: { reservation: Reservation; bytes: number }[] = [];
        for (const one of steps) {
          if ('take' in one) {
            const entry = { bytes: one.bytes };
            const cancel = (): void => void (entry.bytes = 0);
            const reservation = reserve([...new Set(one.take)], one.bytes, one.cancels ? cancel : undefined);
            if (reservation !== undefined) held.push(Object.assign(entry, { reservation }));
          } else if ('release' in one) {
            const entry = held[one.release];
            entry?.reservation.release();
            if (entry !== undefined) entry.bytes = 0;
          } else {
            const entry = held[one.shrink];
            entry?.reservation.shrink(one.to);
            if (entry !== undefined) entry.bytes = Math.min(entry.bytes, one.to);
          }
          expect(used()).to.equal(held.reduce((sum, { bytes }) => sum + bytes, 0));
          expect(used()).to.be.at.most(100);
        }
        for (const { reservation } of held) reservation.release();
        expect(used()).to.equal(0);
        expect(reserve(['a', 'b', 'c', 'd'], 100)).not.to.equal(undefined);
      }),
    );
  });
});
