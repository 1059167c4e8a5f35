import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { createStreamPort, type Transport } from '../../../src/serial/transport/stream-port.js';
import { reasonFor } from '../../support/serial/reason.js';

/** A transport that always has more data. */
function endlessTransport(): { transport: Transport; reads: () => number } {
  let reads = 0;
  const transport: Transport = {
    read: (signal) => {
      reads += 1;
      if (signal.aborted || reads > 1_000) return Promise.reject(new Error('too many reads'));
      return Promise.resolve(new Uint8Array(4_096));
    },
    write: () => Promise.resolve(),
    setBaudRate: () => Promise.resolve(),
    isAlive: () => Promise.resolve(true),
    stop: () => undefined,
    close: () => Promise.resolve(),
    describeLoss: (_path, message) => reasonFor(message),
  };
  return { transport, reads: () => reads };
}

describe('createStreamPort', () => {
  it('a port with endless data yields after every read', async () => {
    const { transport, reads } = endlessTransport();
    let chunks = 0;
    const onData = (): void => void (chunks += 1);
    const port = createStreamPort(transport, { path: '/dev/test', baudRate: 9_600, onData, onClose: () => undefined });
    for (let turns = 1; turns <= 10; turns++) await nextTurn();
    expect(chunks).to.be.within(5, 10);
    await port.close();
    expect(reads()).to.be.lessThan(15);
  });
});
