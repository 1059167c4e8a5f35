import { expect } from 'chai';
import fc from 'fast-check';
import { streamErrors } from '../../../src/services/events/messages.js';
import { createStreamSlots } from '../../../src/services/events/stream-slots.js';

/** Slots, and the names of the streams that are open. */
function createWorld(max: number) {
  const open: string[] = [];
  const noted: object[] = [];
  const slots = createStreamSlots({
    max,
    refusal: streamErrors.tooManyEvents({ limit: max }),
    refusals: { note: (_kind, details) => void noted.push(details ?? {}) },
  });
  let opened = 0;
  /** Whether a stream was opened. */
  const take = (userId: string, address = '10.0.0.1'): boolean => {
    const name = `${userId}${(opened += 1)}`;
    const remove = (): void => void open.splice(open.indexOf(name), 1);
    const taken = slots.take({ userId, address, end: remove });
    if (taken.ok) open.push(name);
    else expect(taken).to.include({ code: 'rate_limited', retryAfter: 30 });
    return taken.ok;
  };
  return { slots, take, open, noted };
}

describe('createStreamSlots', () => {
  it('a user alone may have every stream, and no more', () => {
    const { take, open, noted } = createWorld(3);
    expect([1, 2, 3, 4].map(() => take('a'))).to.deep.equal([true, true, true, false]);
    expect(open).to.deep.equal(['a1', 'a2', 'a3']);
    expect(noted).to.deep.equal([{ userId: 'a', from: '10.0.0.1' }]);
  });

  it('the oldest stream of the user with the most gives way to a user who has fewer', () => {
    const { take, open } = createWorld(4);
    for (const user of ['b', 'a', 'a', 'a']) take(user);
    expect(take('c')).to.equal(true);
    expect(open).to.deep.equal(['b1', 'a3', 'a4', 'c5']);
    // With one more, b would have what a has now.
    expect(take('b')).to.equal(false);
    expect(take('a')).to.equal(false);
  });

  it('many users at one address give way to a user at another one', () => {
    const { take, open } = createWorld(3);
    for (const user of ['a', 'b', 'c']) take(user, '2001:db8::1');
    expect(take('d', '2001:db8::ffff')).to.equal(false);
    expect(take('d', '10.0.0.2')).to.equal(true);
    expect(open).to.deep.equal(['b2', 'c3', 'd5']);
    expect(take('d', '10.0.0.3')).to.equal(false);
  });

  it('a released place is free again, once', () => {
    const { slots, take } = createWorld(1);
    const taken = slots.take({ userId: 'a', address: '10.0.0.1', end: () => undefined });
    if (!taken.ok) throw new Error(taken.message);
    taken.value();
    expect(take('b')).to.equal(true);
    taken.value();
    expect(take('c')).to.equal(false);
  });

  it('a user with no stream gets one whatever another user does', () => {
    const actions = fc.array(fc.constantFrom('greedy', 'other', 'third'), { minLength: 10, maxLength: 60 });
    fc.assert(
      fc.property(actions, (users) => {
        const { take, open } = createWorld(8);
        for (const user of users) take(user, user);
        expect(open.length).to.be.at.most(8);
        expect(take('newcomer', 'new')).to.equal(true);
      }),
    );
  });
});
