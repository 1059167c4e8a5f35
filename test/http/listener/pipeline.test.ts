import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect } from 'chai';
import type { RefusalKind } from '../../../src/domain/refusals.js';
import { DEFAULT_LIMITS } from '../../../src/http/listener/connection-limits.js';
import { createListener, type Listener, type TlsCredentials } from '../../../src/http/listener/listener.js';
import { silentLogger } from '../../../src/logger.js';
import { createSelfSigned } from '../../../src/tls/self-signed.js';
import { eventually } from '../../support/gateway/eventually.js';
import { createTestClock } from '../../support/time/clock.js';
import { exchange, openWire, statusesOf } from '../../support/api/wire.js';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** A listener whose requests the test answers by hand. */
function useListener(options: { readonly tls?: true } = {}) {
  let listener: Listener;
  let credentials: TlsCredentials | undefined;
  const started: Exchange[] = [];
  const refused: RefusalKind[] = [];
  before(async () => {
    const now = createTestClock().now();
    if (options.tls === true) {
      credentials = await createSelfSigned({ names: ['localhost'], from: now - 1000, to: now + 86_400_000 });
    }
    listener = createListener({
      onRequest: (request, response) => started.push({ request, response }),
      limits: DEFAULT_LIMITS,
      refusals: { note: (kind) => void refused.push(kind) },
      logger: silentLogger,
      credentials,
    });
    await once(listener.server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => {
    started.length = 0;
    refused.length = 0;
  });
  after(async () => {
    listener.server.closeAllConnections();
    await once(listener.server.close(), 'close');
  });
  return { started, refused, port: () => (listener.server.address() as AddressInfo).port };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const urlsOf = (started: readonly Exchange[]): (string | undefined)[] => started.map(({ request }) => request.url);

describe('createPipelines', () => {
  const { started, refused, port } = useListener();
  const startedCount = (count: number): Promise<number> =>
    eventually(`${count} requests have started`, () => started.length >= count);

  it('a request starts only when the answer to the one before it on the connection is out', async () => {
    const wire = await openWire(port());
    wire.socket.write(get('/1') + get('/2') + get('/3'));
    for (const url of ['/1', '/2', '/3']) {
      await startedCount(Number(url.slice(1)));
      expect(urlsOf(started).at(-1)).to.equal(url);
      // Another connection is served meanwhile, so the next one had time to start.
      const other = exchange(port(), 'GET /other HTTP/1.0\r\n\r\n');
      await startedCount(started.length + 1);
      started.pop()?.response.end();
      await other;
      started.at(-1)?.response.end(`answer to ${url}`);
    }
    await eventually('all are answered', () => wire.received().includes('answer to /3'));
    expect(wire.received().match(/answer to \/\d/g)).to.deep.equal(['answer to /1', 'answer to /2', 'answer to /3']);
    wire.socket.destroy();
  });

  it('a waiting request gets the rest of its body, after 100 Continue if it expects that', async () => {
    const wire = await openWire(port());
    const post = (url: string, header = ''): string =>
      `POST ${url} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n${header}\r\n`;
    wire.socket.write(`${get('/first')}${post('/body', 'Expect: 100-continue\r\n')}hello`);
    await startedCount(1);
    wire.socket.write('world');
    started[0]?.response.end();
    await startedCount(2);
    const body = await started[1]?.request.setEncoding('utf8').toArray();
    expect(body?.join('')).to.equal('helloworld');
    started[1]?.response.end();
    await eventually('both are answered', () => statusesOf(wire.received()).length === 3);
    expect(statusesOf(wire.received())).to.deep.equal([200, 100, 200]);
    wire.socket.write(get('/again'));
    await startedCount(3);
    wire.socket.destroy();
  });

  it('a response without a body is followed by the next request', async () => {
    const wire = await openWire(port());
    wire.socket.write(`HEAD /head HTTP/1.1\r\nHost: localhost\r\n\r\n${get('/unchanged')}${get('/last')}`);
    await startedCount(1);
    started[0]?.response.end();
    await startedCount(2);
    started[1]?.response.writeHead(304).end();
    await startedCount(3);
    started[2]?.response.end();
    await eventually('all are answered', () => statusesOf(wire.received()).length === 3);
    wire.socket.destroy();
  });

  it('requests of a client that leaves are not started any more', async () => {
    const wire = await openWire(port());
    wire.socket.write(get('/1') + get('/2'));
    await startedCount(1);
    const [first] = started;
    const gone = once(first?.response ?? wire.socket, 'close');
    wire.socket.resetAndDestroy();
    await wire.closed;
    // A paused connection is not read; its end shows when something is written.
    first?.response.write('x'.repeat(100_000));
    first?.response.end();
    await gone;
    const other = exchange(port(), 'GET /other HTTP/1.0\r\n\r\n');
    await startedCount(2);
    expect(urlsOf(started)).to.deep.equal(['/1', '/other']);
    started[1]?.response.end();
    await other;
  });

  it('after a response that closes the connection, none of its other requests is started', async () => {
    const wire = await openWire(port());
    wire.socket.write(get('/1') + get('/2'));
    await startedCount(1);
    started[0]?.response.setHeader('Connection', 'close').end();
    expect(statusesOf(await wire.closed)).to.deep.equal([200]);
    expect(urlsOf(started)).to.deep.equal(['/1']);
  });

  it('a connection with more requests at once than the limit ends, and holds nothing', async () => {
    const wire = await openWire(port());
    wire.socket.write(get('/').repeat(DEFAULT_LIMITS.pipelinedRequests + 2));
    await wire.closed;
    expect(started.length).to.be.at.most(1);
    expect(refused).to.deep.equal(['pipelined_requests']);
    if (started.length > 0) await eventually('its request has ended', () => started[0]?.response.destroyed === true);
  });

  it('all requests up to the limit are answered', async () => {
    const wire = await openWire(port());
    const count = DEFAULT_LIMITS.pipelinedRequests + 1;
    wire.socket.write(get('/').repeat(count));
    for (let index = 0; index < count; index += 1) {
      await startedCount(index + 1);
      started[index]?.response.end();
    }
    await eventually('all are answered', () => statusesOf(wire.received()).length === count);
    expect(refused).to.deep.equal([]);
    wire.socket.destroy();
  });
});

describe('createPipelines over TLS', () => {
  const { started, port } = useListener({ tls: true });

  it('requests of a connection are started one after another', async () => {
    const socket = connectTls({ host: '127.0.0.1', port: port(), rejectUnauthorized: false });
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    await once(socket, 'secureConnect');
    socket.write(get('/1') + get('/2'));
    await eventually('one has started', () => started.length === 1);
    started[0]?.response.end('first');
    await eventually('the other has started', () => started.length === 2);
    started[1]?.response.end('second');
    await eventually('both are answered', () => received.includes('first') && received.includes('second'));
    socket.destroy();
  });
});
