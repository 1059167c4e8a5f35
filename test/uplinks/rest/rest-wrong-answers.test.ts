import { expect } from 'chai';
import type { SendResult, Sink } from '../../../src/uplinks/sink.js';
import { eventually } from '../../support/gateway/eventually.js';
import {
  createTestSink,
  notedTimers,
  recordAt,
  startSink,
  TIME_LIMIT_MS,
  type TestSinkOptions,
} from '../../support/uplinks/rest-sink.js';
import {
  batches,
  CONNECTED,
  json,
  outcomesOf,
  useScriptedServer,
  type Answering,
} from '../../support/uplinks/scripted-server.js';

describe('the REST uplink and what is not the API', () => {
  const server = useScriptedServer();
  let sink: Sink | undefined;
  afterEach(() => sink?.stop());

  async function connect(options: Partial<TestSinkOptions> = {}): Promise<Sink> {
    sink = createTestSink({ url: server.url(), ...options });
    await startSink(sink);
    return sink;
  }
  const send = (to: Sink): Promise<SendResult> => to.send('history', [recordAt(1), recordAt(2)]);
  const tokenCalls = (): number => server.received.filter(({ path }) => path === '/api/Auth/Token').length;

  const html: Answering = (_one, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<html>Welcome to the router</html>');
  };
  const reasonOfStart = async (options: Partial<TestSinkOptions> = {}): Promise<string> => {
    const { connected, reason } = (await connect(options)).status();
    expect(connected).to.equal(false);
    return reason ?? '';
  };

  it('HTML is named with its beginning and what was expected, and tried again rarely', async () => {
    server.answerBy({ '/api/Auth/Token': html });
    const { timers, waits } = notedTimers();
    const reason = await reasonOfStart({ options: { timers } });
    expect(reason)
      .to.contain('text/html')
      .and.to.contain('Welcome')
      .and.to.contain('JSON')
      .and.to.contain('check the url');
    expect(waits.filter((ms) => ms !== TIME_LIMIT_MS)).to.have.lengthOf(1);
    expect(Math.max(...waits)).to.be.at.least(60_000);
    expect(tokenCalls()).to.equal(1);
  });

  it('a redirect is not followed, and its target is named', async () => {
    server.answerBy({ '/api/Auth/Token': json(302, {}, { Location: 'https://elsewhere.example/login' }) });
    expect(await reasonOfStart())
      .to.contain('https://elsewhere.example/login')
      .and.to.contain('not followed');
    expect(server.received).to.have.lengthOf(1);
  });

  it('an answer of 10 MB is not read to its end', async () => {
    let written = 0;
    server.answerBy({
      '/api/Auth/Token': (_one, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const more = (): void => {
          while (written < 10_000_000) {
            written += 100_000;
            if (!response.write(' '.repeat(100_000))) return void response.once('drain', more);
          }
          response.end('{}');
        };
        more();
      },
    });
    expect(await reasonOfStart()).to.contain('more than 1048576 bytes');
    expect(written).to.be.below(10_000_000);
  });

  it('an answer that never ends is given up', async () => {
    server.answerBy({
      '/api/Auth/Token': (_one, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('{');
      },
    });
    expect(await reasonOfStart({ speed: 100 })).to.contain('did not answer in time');
  });

  it('a far side that switches the protocol is none of the API, and does not keep the uplink from stopping', async () => {
    server.answerBy({
      '/api/Auth/Token': (_one, response) => {
        response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
      },
    });
    const { timers, waits } = notedTimers();
    expect(await reasonOfStart({ options: { timers } }))
      .to.contain('status 101')
      .and.to.contain('check the url');
    expect(Math.max(...waits)).to.be.at.least(60_000);
    await sink?.stop();
  });

  it('a connection that ends in the middle of the answer leaves the outcome open', async () => {
    server.answerBy({
      '/api/records': batches((_one, response) => {
        response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
        response.write('{"accepted":2');
        setImmediate(() => response.destroy());
      }),
    });
    const to = await connect();
    const sent = await send(to);
    expect(outcomesOf(sent)).to.deep.equal(['unknown', 'unknown']);
    expect(sent.pause).to.include({ kind: 'retry' });
    expect(to.status().connected).to.equal(false);
  });

  it('it connects again by itself', async () => {
    server.answerBy({ '/api/Auth/Token': json(503, { error: 'starting' }) });
    const to = await connect({ speed: 100 });
    expect(to.status()).to.deep.include({ connected: false });
    server.answerBy({ '/api/records': CONNECTED });
    await eventually('it is connected', () => to.status().connected);
  });

  it('a url that is none is named', async () => {
    expect(await reasonOfStart({ url: 'http://:80' }))
      .to.contain('http://:80')
      .and.to.contain('not valid');
  });

  it('where nothing listens, the reason names the host and what to check', async () => {
    expect(await reasonOfStart({ url: 'http://127.0.0.1:1' }))
      .to.contain('127.0.0.1:1')
      .and.to.contain('nothing listens');
  });

  it('a test connects once and does not try again', async () => {
    server.answerBy({ '/api/Auth/Token': json(503, {}) });
    const { timers, waits } = notedTimers();
    await connect({ options: { timers, testing: true } });
    expect(waits.filter((ms) => ms !== TIME_LIMIT_MS)).to.deep.equal([]);
  });

  it('stopping ends a call in progress', async () => {
    server.answerBy({ '/api/records': batches(() => undefined) });
    const to = await connect();
    const sending = send(to);
    await eventually('the batch is sent', () => server.received.length === 3);
    await to.stop();
    expect(outcomesOf(await sending)).to.deep.equal(['unknown', 'unknown']);
  });
});
