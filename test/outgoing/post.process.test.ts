import { expect } from 'chai';
import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { post, type PendingPost, type PostAnswer, type PostOptions } from '../../src/outgoing/post.js';
import { errnoOf } from '../../src/errors.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFarSideServer, type FarSideScript } from '../support/uplinks/far-side-server.js';
import { createTestTimers } from '../support/time/test-timers.js';

const LIMIT_MS = 30_000;
const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\n';

describe('a POST to a far side that may be anything', () => {
  const far = useFarSideServer();
  const { pour } = far;
  let timers: ReturnType<typeof createTestTimers>;
  let agents: Agent[];

  beforeEach(() => {
    agents = [];
    timers = createTestTimers();
  });
  afterEach(() => {
    for (const agent of agents) agent.destroy();
  });

  function send(options: Partial<PostOptions> & { readonly scheme?: 'http' | 'https' } = {}): PendingPost {
    const { scheme = 'http', ...others } = options;
    const agent = scheme === 'http' ? new Agent({ keepAlive: true }) : new TlsAgent({ keepAlive: true });
    agents.push(agent);
    return post({
      ...{ url: new URL(`${scheme}://127.0.0.1:${far.port()}/api`), headers: {}, body: '{}', agent },
      ...{ limitMs: LIMIT_MS, maxAnswerBytes: 1_000, timers: timers.timers },
      ...others,
    });
  }
  /** Writes `bytes` once a request has come. */
  const answerWith = (bytes: string): void => {
    far.answerBy((socket) => socket.write(bytes));
  };
  const outcomeOf = (answer: PostAnswer): number | string | undefined =>
    'error' in answer ? errnoOf(answer.error) : answer.status;
  const closed = (): Promise<unknown> => eventually('the connection is closed', () => far.open() === 0);

  it('an answer is given with its status, headers and body, and the connection serves the next request', async () => {
    answerWith(`${OK}Content-Length: 2\r\nX-A: b\r\n\r\n{}`);
    const agent = new Agent({ keepAlive: true });
    agents.push(agent);
    for (let request = 0; request < 3; request += 1) {
      const answer = await send({ agent }).answer;
      expect(answer).to.deep.include({ status: 200, body: Buffer.from('{}') });
      expect(answer).to.have.nested.property('headers.x-a', 'b');
    }
    expect(far.connections()).to.equal(1);
  });

  it('an answer that ends with the connection is complete', async () => {
    far.answerBy((socket) => socket.end(`${OK}\r\n${'x'.repeat(900)}`));
    expect(await send().answer).to.deep.include({ status: 200, body: Buffer.alloc(900, 'x') });
  });

  const settledAtOnce: readonly (readonly [string, FarSideScript, number | string])[] = [
    ['switches the protocol', (socket) => socket.write(UPGRADE), 101],
    ['switches the protocol and goes on', pour(UPGRADE, 'x'), 101],
    ['sends interim answers for ever', pour('', 'HTTP/1.1 100 Continue\r\n\r\n'), 100],
    ['sends early hints for ever', pour('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 103],
    ['redirects with an endless body', pour('HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n', 'x'), 302],
    ['answers with an endless body', pour(`${OK}\r\n`, 'x'), 200],
    ['answers with endless chunks', pour(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'), 200],
    ['sends an endless header', pour(OK, 'X-A: b\r\n'), 'HPE_HEADER_OVERFLOW'],
    [
      'sends an endless trailer',
      pour(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X-A: b\r\n'),
      'HPE_HEADER_OVERFLOW',
    ],
    ['answers in HTTP/0.9', (socket) => socket.end('<html>hello</html>\n'), 'HPE_INVALID_CONSTANT'],
    ['closes its half of the connection', (socket) => socket.end(), 'ECONNRESET'],
    [
      'closes its half in the middle of the answer',
      (socket) => socket.end(`${OK}Content-Length: 9\r\n\r\n{`),
      'INCOMPLETE',
    ],
    ['resets the connection', (socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  ];
  for (const [what, script, outcome] of settledAtOnce) {
    it(`a far side that ${what} settles it, and the connection is closed`, async () => {
      far.answerBy(script);
      const answer = await send().answer;
      expect(outcomeOf(answer)).to.equal(outcome);
      if (answer.status !== null) expect(answer.body).to.equal(undefined);
      await closed();
    });
  }

  it('a body after 204 is none of the answer, and does not become that of the next request', async () => {
    answerWith('HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfake');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    const [first, second] = await Promise.all([send({ agent }).answer, send({ agent }).answer]);
    for (const answer of [first, second])
      expect(outcomeOf(answer)).to.be.oneOf([204, 'ECONNRESET', 'HPE_INVALID_CONSTANT']);
  });

  const silent: readonly (readonly [string, string, 'http' | 'https'])[] = [
    ['never answers', '', 'http'],
    ['stops after an interim answer', 'HTTP/1.1 100 Continue\r\n\r\n', 'http'],
    ['stops in the middle of its headers', `${OK}Content-`, 'http'],
    ['never ends its body', `${OK}Content-Length: 10\r\n\r\n{`, 'http'],
    ['never ends its trailer', `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\nX-A: `, 'http'],
    ['takes the greeting of TLS and is silent', '', 'https'],
    // The beginning of a ServerHello, with its length.
    [
      'stops in the middle of its greeting of TLS',
      '\u0016\u0003\u0003\u0000\u007a\u0002\u0000\u0000\u0076\u0003\u0003',
      'https',
    ],
  ];
  for (const [what, bytes, scheme] of silent) {
    it(`a far side that ${what} is left at the limit`, async () => {
      let received = false;
      far.answerBy((socket) => {
        received = true;
        socket.write(bytes, 'latin1');
      });
      const { answer } = send({ scheme });
      await eventually('the far side has answered', () => received);
      await timers.advance(LIMIT_MS - 1);
      expect(await Promise.race([answer, Promise.resolve('pending')])).to.equal('pending');
      await timers.advance(1);
      expect(outcomeOf(await answer)).to.equal('TIMEOUT');
      await closed();
    });
  }

  it('a canceled request settles at once, whatever its connection does', async () => {
    far.answerBy(() => undefined);
    const { answer, cancel } = send();
    cancel('the gateway stopped');
    const given = await answer;
    expect(outcomeOf(given)).to.equal('CANCELED');
    await closed();
  });

  it('where the status is enough, it settles before the body, which is given up at the limit', async () => {
    answerWith(`${OK}Content-Length: 900\r\n\r\n{`);
    expect(outcomeOf(await send({ agent: false, isStatusEnough: true }).answer)).to.equal(200);
    expect(far.open()).to.equal(1);
    await timers.advance(LIMIT_MS);
    await closed();
  });
});
