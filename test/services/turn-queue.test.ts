import { expect } from 'chai';
import { createTurnQueue } from '../../src/services/turn-queue.js';

function queueOf(...names: readonly string[]) {
  const queue = createTurnQueue<string>();
  for (const name of names) queue.add(name.slice(0, 1), name);
  return queue;
}

describe('createTurnQueue', () => {
  it('the shares take turns, each in the order of its items', () => {
    const queue = queueOf('a0', 'a1', 'a2', 'b0', 'b1', 'c0');
    expect(queue.take(4)).to.deep.equal(['a0', 'b0', 'c0', 'a1']);
    queue.add('d', 'd0');
    expect(queue.take(9)).to.deep.equal(['b1', 'a2', 'd0']);
    expect(queue.next()).to.equal(undefined);
  });

  it('sizes are those of what is left', () => {
    const queue = queueOf('a0', 'a1', 'b0', 'b1', 'b2');
    queue.next();
    expect([queue.size(), queue.sizeOf('a'), queue.sizeOf('b'), queue.sizeOf('c')]).to.deep.equal([4, 1, 3, 0]);
    expect(queue.greediest()).to.deep.equal({ share: 'b', size: 3 });
    expect(createTurnQueue().greediest()).to.equal(undefined);
  });

  it('the newest item of a share and all that do not pass can be taken', () => {
    const queue = queueOf('a0', 'a1', 'b0', 'b1');
    expect(queue.takeNewest('a')).to.equal('a1');
    expect(queue.takeNewest('c')).to.equal(undefined);
    expect(queue.takeUnless((name) => name !== 'b0')).to.deep.equal(['b0']);
    expect(queue.size()).to.equal(2);
    expect(queue.take(9)).to.deep.equal(['a0', 'b1']);
  });
});
