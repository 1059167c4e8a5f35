import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import type { Receipt } from '../../../src/domain/report.js';
import { failure, success } from '../../../src/errors.js';
import { osmand } from '../../../src/protocols/osmand/index.js';
import { eventually } from '../../support/gateway/eventually.js';
import {
  connectTracker,
  openListener,
  STORED,
  type ListenerBench,
  type TestTracker,
} from '../../support/serial/listener-bench.js';

const QUERY = 'id=phone-1&lat=52.5&lon=5.25&timestamp=1763712001';
const JSON_BODY = JSON.stringify({
  location: { timestamp: '2026-11-21T08:00:01Z', coords: { latitude: 52.5, longitude: 5.25 } },
  device_id: 'phone-2',
});

type Response = { readonly status: number; readonly text: string; readonly headers: Record<string, unknown> };
type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };

describe('an HTTP listener', () => {
  let bench: ListenerBench;
  const trackers: TestTracker[] = [];

  const open = async (options: Parameters<typeof openListener>[0] = {}): Promise<void> => {
    bench = await openListener({ ...options, protocol: osmand, config: { transport: 'http', ...options.config } });
  };
  const connect = (from?: string): TestTracker => {
    const tracker = connectTracker(bench.port, from);
    trackers.push(tracker);
    return tracker;
  };

  /** A request on a connection of its own, as curl sends it. */
  const send = (path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const own = { host: '127.0.0.1', port: bench.port, path, method, agent: false as const };
      const request = httpRequest({ ...own, headers: { 'User-Agent': 'curl/8.5.0', ...headers } }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
        });
      });
      request.on('error', reject);
      request.end(body);
    });

  afterEach(async () => {
    for (const { socket } of trackers.splice(0)) socket.destroy();
    await bench.stop();
  });

  it('a GET is stored under the path of the listener, and gets 200', async () => {
    await open();
    expect(await send(`/?${QUERY}`)).to.include({ status: 200, text: 'stored\n' });
    expect(bench.reports).to.have.length(1);
    expect(bench.reports[0]).to.deep.include({
      deviceId: 'phone-1',
      source: { protocol: 'osmand', port: `http-listen://127.0.0.1:${bench.port}` },
      locations: [{ dateTime: '2025-11-21T08:00:01.000Z', latitude: 52.5, longitude: 5.25 }],
    });
    expect(bench.status().counters).to.include({ frames: 1, rejected: 0, discardedBytes: 0 });
  });

  it('a POST can have a query, a form or JSON', async () => {
    await open();
    const post = { method: 'POST' };
    expect((await send(`/?${QUERY}`, post)).status).to.equal(200);
    expect((await send('/', { ...post, body: QUERY })).status).to.equal(200);
    expect((await send('/any/path', { ...post, body: JSON_BODY })).status).to.equal(200);
    expect(bench.reports.map(({ deviceId }) => deviceId)).to.deep.equal(['phone-1', 'phone-1', 'phone-2']);
  });

  it('no response is sent before the store has the record', async () => {
    await open();
    let settle: (receipt: Receipt) => void = () => undefined;
    bench.world.receive = () => new Promise((resolve) => (settle = resolve));
    let response: Response | undefined;
    const sending = send(`/?${QUERY}`).then((one) => (response = one));
    await eventually('the report is submitted', () => bench.reports.length === 1);
    expect((await send('/?lat=1')).status).to.equal(400);
    expect(response).to.equal(undefined);
    settle(STORED);
    expect((await sending).status).to.equal(200);
  });

  it('the status is that of the receipt', async () => {
    await open();
    for (const [receipt, status, text] of [
      [success({ accepted: 1, duplicates: 0, quarantined: true as const }), 200, 'quarantined'],
      [failure('store_unavailable', 'the disk is full'), 503, 'the disk is full'],
      [failure('not_found', 'device phone-1 not found'), 404, 'device phone-1 not found'],
    ] as const) {
      bench.world.receive = () => Promise.resolve(receipt);
      const response = await send(`/?${QUERY}`);
      expect(response.status).to.equal(status);
      expect(response.text).to.contain(text);
    }
  });

  it('a request that is wrong gets 400 and the reason', async () => {
    await open();
    expect((await send('/?id=a&lat=abc&lon=2')).text).to.equal('lat must be a number\n');
    expect(await send('/')).to.include({ status: 400 });
    expect(await send('/?id=a&lat=1&lon=2&id=b', { method: 'POST', body: '{' })).to.include({ status: 400 });
    expect(bench.reports).to.be.empty;
    expect(bench.status().counters).to.include({ frames: 3, rejected: 3 });
  });

  for (const header of [
    { Origin: 'http://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Referer: 'http://evil.example/' },
    // An image in a page on the internet: over plain HTTP, a browser sends no other header that shows it.
    { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' },
  ]) {
    it(`a request with ${Object.keys(header).join()} is one of a web page, and is refused`, async () => {
      await open();
      const response = await send(`/?${QUERY}`, { headers: header });
      expect(response.status).to.equal(403);
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).to.be.empty;
      expect((await send('/', { method: 'POST', headers: header, body: JSON_BODY })).status).to.equal(403);
      expect(bench.reports).to.be.empty;
      expect(bench.refused('web_page')).to.equal(2);
    });
  }

  it('only GET and POST are allowed, and no page gets a permission', async () => {
    await open();
    for (const method of ['OPTIONS', 'PUT', 'DELETE', 'HEAD']) {
      const response = await send(`/?${QUERY}`, { method });
      expect(response.status, method).to.equal(405);
      expect(response.headers).to.include({ allow: 'GET, POST' });
      expect(response.headers).to.not.have.property('access-control-allow-origin');
    }
    expect(bench.refused('bad_request')).to.equal(4);
  });

  it('a URL or a body that is too long is refused without being kept', async () => {
    await open();
    expect((await send(`/?id=${'x'.repeat(16_000)}&lat=1&lon=2`)).status).to.equal(431);
    const tracker = connect();
    tracker.socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
    await eventually('the length is refused', () => tracker.text().startsWith('HTTP/1.1 413'));
    const chunked = connect();
    chunked.socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    chunked.socket.write(`5000\r\n${'x'.repeat(0x5000)}\r\n`);
    await eventually('the body is refused', () => chunked.text().startsWith('HTTP/1.1 413'));
    expect(bench.refused('bad_request')).to.equal(3);
  });

  it('what is not HTTP gets 400 and is counted', async () => {
    await open();
    const tracker = connect();
    tracker.socket.write('+RESP:GTFRI,1A0102$\r\n\r\n');
    await eventually('the connection is closed', tracker.isClosed);
    expect(tracker.text()).to.match(/^HTTP\/1\.1 400 /);
    expect(bench.refused('bad_request')).to.equal(1);
  });

  it('a connection without a request, with half of its headers, or with half of a body is closed in time', async () => {
    await open({ limits: { headersMs: 100, requestMs: 200 } });
    const [silent, headers, body] = [connect(), connect(), connect()];
    headers.socket.write('GET / HTTP/1.1\r\nHost:');
    body.socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nid=');
    for (const tracker of [silent, headers, body]) {
      await eventually('the connection is closed', tracker.isClosed);
      expect(tracker.text()).to.match(/^HTTP\/1\.1 408 /);
    }
    expect(bench.reports).to.be.empty;
    await eventually('none is left', () => bench.status().listener.connections === 0);
  });

  it('an idle connection is closed, and its counters stay', async () => {
    await open({ limits: { idleMs: 50 } });
    const tracker = connect();
    tracker.socket.write(`GET /?${QUERY} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await eventually('the connection is closed', tracker.isClosed);
    expect(tracker.text()).to.match(/^HTTP\/1\.1 200 /);
    await eventually('it is gone', () => bench.status().listener.connections === 0);
    expect(bench.status().counters).to.include({ frames: 1 });
  });

  it('many requests on one connection that wait for the store end it', async () => {
    await open();
    const settles: ((receipt: Receipt) => void)[] = [];
    bench.world.receive = () => new Promise((resolve) => settles.push(resolve));
    const tracker = connect();
    tracker.socket.write(`GET /?${QUERY} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(20));
    await eventually('the connection is closed', tracker.isClosed);
    expect(bench.refused('queue_full')).to.equal(1);
    expect(bench.reports).to.have.length(8);
    for (const settle of settles) settle(STORED);
  });

  it('an address outside of allow, and too many connections of one address, are refused', async () => {
    await open({ config: { allow: ['127.0.0.2/32'] }, limits: { connectionsPerAddress: 2 } });
    const outside = connect('127.0.0.1');
    await eventually('it is closed', outside.isClosed);
    expect(bench.refused('outside_allow')).to.equal(1);
    const [first, ...others] = Array.from({ length: 3 }, () => connect('127.0.0.2'));
    await eventually('the oldest one without a request gives way', () => first?.isClosed() === true);
    expect(others.some(({ isClosed }) => isClosed())).to.equal(false);
    expect(bench.refused('gave_way')).to.equal(1);
  });

  it('a listener that stops answers the requests that it has', async () => {
    await open();
    let settle: (receipt: Receipt) => void = () => undefined;
    bench.world.receive = () => new Promise((resolve) => (settle = resolve));
    const sending = send(`/?${QUERY}`);
    await eventually('the report is submitted', () => bench.reports.length === 1);
    const stopping = bench.stop();
    settle(STORED);
    expect((await sending).status).to.equal(200);
    await stopping;
  });
});
