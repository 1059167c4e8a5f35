import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { createWriteQueue } from '../../../src/serial/transport/write-queue.js';

/** A queue of a device that finishes a write when the test calls `finish`. */
function createDevice() {
  const written: string[] = [];
  const errors: unknown[] = [];
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const queue = createWriteQueue({
    maxBytes: 10,
    write(bytes) {
      written.push(bytes.toString());
      return new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
    },
    onError: (error) => errors.push(error),
  });
  return {
    written,
    errors,
    queue,
    add: (text: string) => queue.add(Buffer.from(text)),
    finish: async () => {
      settle?.resolve();
      await nextTurn();
    },
    fail: async () => {
      settle?.reject(new Error('gone'));
      await nextTurn();
    },
  };
}

/** The outcome of a write as a word. */
const outcomeOf = (promise: Promise<void> | false): Promise<string> =>
  promise === false
    ? Promise.resolve('refused')
    : promise.then(
        () => 'written',
        () => 'failed',
      );

describe('createWriteQueue', () => {
  it('one write runs at a time, and the data queued meanwhile follows as one write', async () => {
    const { add, finish, written } = createDevice();
    const outcomes = ['ab', 'cd', 'ef'].map((text) => outcomeOf(add(text)));
    expect(written).to.deep.equal(['ab']);
    await finish();
    expect(written).to.deep.equal(['ab', 'cdef']);
    await finish();
    expect(await Promise.all(outcomes)).to.deep.equal(['written', 'written', 'written']);
  });

  it('data beyond the limit is refused until earlier data is written', async () => {
    const { add, finish, written } = createDevice();
    const first = outcomeOf(add('0123456789'));
    expect(add('x')).to.equal(false);
    await finish();
    expect(await first).to.equal('written');
    expect(add('y')).to.not.equal(false);
    expect(written).to.deep.equal(['0123456789', 'y']);
  });

  it('a failed write fails all queued data, is reported once, and nothing is written later', async () => {
    const { add, fail, written, errors, queue } = createDevice();
    const outcomes = ['ab', 'cd'].map((text) => outcomeOf(add(text)));
    await fail();
    expect(await Promise.all([...outcomes, outcomeOf(add('ef'))])).to.deep.equal(['failed', 'failed', 'failed']);
    await queue.idle();
    expect(written).to.deep.equal(['ab']);
    expect(errors).to.have.length(1);
  });
});
