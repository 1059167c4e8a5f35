import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { createWirePort, type Wire } from '../../src/serial/wire-port.js';

/** A line that always has more to read than is taken. */
function endlessWire(): { wire: Wire; reads: () => number } {
  let reads = 0;
  const wire: Wire = {
    read: (signal) => {
      reads += 1;
      if (signal.aborted || reads > 1_000) return Promise.reject(new Error('too often'));
      return Promise.resolve(new Uint8Array(4_096));
    },
    write: () => Promise.resolve(),
    setBaudRate: () => Promise.resolve(),
    stop: () => undefined,
    close: () => Promise.resolve(),
    describeLoss: (said) => said,
  };
  return { wire, reads: () => reads };
}

describe('a port that reads a wire', () => {
  it('lets others have their turn, however much there is to read', async () => {
    const { wire, reads } = endlessWire();
    let chunks = 0;
    const onData = (): void => void (chunks += 1);
    const port = createWirePort(wire, { path: '/dev/test', onData, onClose: () => undefined });
    for (let turns = 1; turns <= 10; turns++) await turn();
    expect(chunks).to.be.within(5, 10);
    await port.close();
    expect(reads()).to.be.lessThan(15);
  });
});
