import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { createRequestTurns } from '../../../src/http/listener/request-turns.js';

type Request = {
  readonly url: string;
  readonly socket: { readonly remoteAddress: string; readonly destroyed: boolean };
};

function createRequests() {
  const started: string[] = [];
  const listener = createRequestTurns(({ url }: Request) => started.push(url));
  const send = (url: string, remoteAddress: string, destroyed = false): void => {
    listener({ url, socket: { remoteAddress, destroyed } }, undefined);
  };
  return { started, send };
}
const countOf = (started: readonly string[], prefix: string): number =>
  started.filter((name) => name.startsWith(prefix)).length;

describe('createRequestTurns', () => {
  it('what one round of the event loop has room for is started at once', () => {
    const { send, started } = createRequests();
    for (let i = 0; i < 16; i++) send(`a${i}`, '10.0.0.1');
    expect(started).to.have.lengthOf(16);
  });

  it('beyond it, the addresses take turns in the next rounds, and all are started', async () => {
    const { send, started } = createRequests();
    for (let i = 0; i < 200; i++) send(`a${i}`, '10.0.0.1');
    send('b0', '10.0.0.2');
    expect(started).to.have.lengthOf(16);
    await setImmediate();
    expect(started).to.have.lengthOf(32);
    expect(countOf(started, 'b')).to.equal(1);
    while (started.length < 201) await setImmediate();
    expect(new Set(started).size).to.equal(201);
  });

  it('a request whose connection was closed meanwhile is not started, and holds up no other', async () => {
    const { send, started } = createRequests();
    for (let i = 0; i < 16; i++) send(`a${i}`, '10.0.0.1');
    for (let i = 0; i < 40; i++) send(`gone${i}`, '10.0.0.1', true);
    send('last', '10.0.0.1');
    while (!started.includes('last')) await setImmediate();
    expect(countOf(started, 'gone')).to.equal(0);
  });
});
