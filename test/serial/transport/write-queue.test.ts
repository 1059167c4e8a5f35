import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { createWriteQueue } from '../../../src/serial/transport/write-queue.js';

/** A device that takes a write when the test says so. */
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
    outgoing: queue,
    add: (text: string) => queue.add(Buffer.from(text)),
    take: async () => {
      settle?.resolve();
      await turn();
    },
    fail: async () => {
      settle?.reject(new Error('gone'));
      await turn();
    },
  };
}

/** What becomes of a promise, as a word. */
const fate = (promise: Promise<void> | false): Promise<string> =>
  promise === false
    ? Promise.resolve('refused')
    : promise.then(
        () => 'written',
        () => 'failed',
      );

describe('outgoing bytes', () => {
  it('go out one write at a time, in order, and together what waited meanwhile', async () => {
    const { add, take, written } = createDevice();
    const fates = ['ab', 'cd', 'ef'].map((text) => fate(add(text)));
    expect(written).to.deep.equal(['ab']);
    await take();
    expect(written).to.deep.equal(['ab', 'cdef']);
    await take();
    expect(await Promise.all(fates)).to.deep.equal(['written', 'written', 'written']);
  });

  it('are refused beyond the limit, until there is room again', async () => {
    const { add, take, written } = createDevice();
    const first = fate(add('0123456789'));
    expect(add('x')).to.equal(false);
    await take();
    expect(await first).to.equal('written');
    expect(add('y')).to.not.equal(false);
    expect(written).to.deep.equal(['0123456789', 'y']);
  });

  it('fail together when a write fails, which is reported once, and are not written later', async () => {
    const { add, fail, written, errors, outgoing: queue } = createDevice();
    const fates = ['ab', 'cd'].map((text) => fate(add(text)));
    await fail();
    expect(await Promise.all([...fates, fate(add('ef'))])).to.deep.equal(['failed', 'failed', 'failed']);
    await queue.idle();
    expect(written).to.deep.equal(['ab']);
    expect(errors).to.have.length(1);
  });
});
