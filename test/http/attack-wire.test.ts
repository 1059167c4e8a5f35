import { expect } from 'chai';
import { DEFAULT_LIMITS } from '../../src/http/listener/connection-limits.js';
import { useApp } from '../support/gateway/app.js';
import { createLogKeeper } from '../support/gateway/log-lines.js';
import { exchange, statusesOf } from '../support/api/wire.js';

/** The rest of the request line and the host, so that a trick fits on one line. */
const HTTP = ' HTTP/1.1\r\nHost: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

/** Headers with which a server behind a proxy could see a second request where there is only one. */
const headerTricks = [
  'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
  'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n',
  'Content-Length: 5\r\nContent-Length: 6\r\n',
  'Content-Length: 5\r\nContent-Length: 5\r\n',
  'Content-Length: 5, 5\r\n',
  'Content-Length: +5\r\n',
  'Content-Length: -5\r\n',
  'Content-Length: 0x5\r\n',
  'Content-Length: 5 5\r\n',
  'Content-Length: 5a\r\n',
  'Content-Length: \r\n',
  'Content-Length: 99999999999999999999999\r\n',
  'Content-Length : 5\r\n',
  'Content-Length\t: 5\r\n',
  ' Content-Length: 5\r\n',
  'Transfer-Encoding: xchunked\r\n',
  'Transfer-Encoding: chunkedx\r\n',
  'Transfer-Encoding: identity\r\n',
  'Transfer-Encoding: chunked, identity\r\n',
  'Transfer-Encoding: identity, chunked, identity\r\n',
  'Transfer-Encoding: "chunked"\r\n',
  'Transfer-Encoding: \x0bchunked\r\n',
  'Transfer-Encoding: chunked\x00\r\n',
  'Transfer-Encoding : chunked\r\n',
  'Transfer-Encoding:\r\n chunked\r\n',
  'X-Folded: a\r\n Transfer-Encoding: chunked\r\n',
  'X-Lf: a\nContent-Length: 5\r\n',
  'X-Cr: a\rContent-Length: 5\r\n',
  'X-Nul: a\x00b\r\nContent-Length: 5\r\n',
  'X Space: a\r\nContent-Length: 5\r\n',
  ': nameless\r\nContent-Length: 5\r\n',
];

/** Chunked bodies that servers are known to read in different ways. */
const chunkTricks = [
  '5;a=b\nhello\r\n0\r\n\r\n',
  '5\nhello\n0\n\n',
  '5\rhello\r0\r\r',
  '0x5\r\nhello\r\n0\r\n\r\n',
  '+5\r\nhello\r\n0\r\n\r\n',
  '-1\r\nhello\r\n0\r\n\r\n',
  '5 5\r\nhello\r\n0\r\n\r\n',
  'fffffffffffffffff\r\nhello\r\n0\r\n\r\n',
  '10000000000000005\r\nhello\r\n0\r\n\r\n',
  '5\r\nhelloX\r\n0\r\n\r\n',
  '5\r\nhello0\r\n\r\n',
  '\r\n5\r\nhello\r\n0\r\n\r\n',
  `1;${'x'.repeat(20_000)}\r\nh\r\n0\r\n\r\n`,
  '0\r\nX-Trailer: a\nGET ',
];

/** Malformed request lines. */
const lineTricks = [
  'GET /api/health /smuggled HTTP/1.1',
  'GET  /api/health HTTP/1.1',
  'GET /api/health  HTTP/1.1',
  ' GET /api/health HTTP/1.1',
  'GET\t/api/health\tHTTP/1.1',
  'GET /api/health',
  'GET /api/health HTTP/1.1 HTTP/1.1',
  'GET /api/health HTTP/2.0',
  'GET /api/health HTTP/1.11',
  'GET /api/health http/1.1',
  'GET /api/hea\x00lth HTTP/1.1',
  'GET /api/health\r HTTP/1.1',
  'GET api/health HTTP/1.1',
];

/** Accepted by Node as one request (RFC 9112, 3 allows it): too many spaces, HTTP/0.9, another version. */
const tolerated = [
  'GET  /api/health HTTP/1.1',
  'GET /api/health  HTTP/1.1',
  'GET /api/health',
  'GET /api/health HTTP/2.0',
];

describe('request smuggling', () => {
  const log = createLogKeeper();
  const limits = {
    ...DEFAULT_LIMITS,
    // Many times what a request takes, also on a busy machine.
    headersTimeoutMs: 2_000,
    requestTimeoutMs: 2_500,
    checkIntervalMs: 50,
    keepAliveTimeoutMs: 50,
  };
  const app = useApp({ logger: log.logger, limits });

  /** The statuses for `bytes` followed by another request, which must not count as a request of its own. */
  async function smuggle(bytes: string, mark: string): Promise<number[]> {
    const statuses = statusesOf(await exchange(app.port(), `${bytes}GET /smuggled/${mark}${HTTP}\r\n`));
    const seen = log.lines().filter(({ path }) => path === `/smuggled/${mark}`);
    expect(seen, JSON.stringify(bytes.slice(0, 200))).to.deep.equal([]);
    return statuses;
  }
  const forEach = (tricks: readonly string[], test: (trick: string, mark: string) => Promise<void>): Promise<unknown> =>
    Promise.all(tricks.map((trick, index) => test(trick, `${tricks.length}-${index}`)));

  it('this test detects a second request in the same bytes', async () => {
    const plain = `GET /api/health${HTTP}\r\nGET /smuggled/plain${HTTP}\r\n`;
    expect(statusesOf(await exchange(app.port(), plain))).to.deep.equal([200, 404]);
    expect(log.lines().filter(({ path }) => path === '/smuggled/plain')).to.have.lengthOf(1);
  });

  it('a request with two body lengths or an invalid one is refused', async () => {
    await forEach(headerTricks, async (trick, mark) => {
      for (const path of ['/api/Auth/Token', '/nowhere']) {
        const statuses = await smuggle(`POST ${path}${HTTP}${JSON_TYPE}${trick}\r\n0\r\n\r\n`, `${mark}${path}`);
        expect(statuses.length, JSON.stringify(trick)).to.be.at.most(1);
      }
    });
  });

  it('a request with malformed chunks is refused or counts as one request', async () => {
    await forEach(chunkTricks, async (trick, mark) => {
      const head = `POST /api/Auth/Token${HTTP}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`;
      const statuses = await smuggle(head + trick, mark);
      expect(statuses, JSON.stringify(trick.slice(0, 100))).to.satisfy((found: number[]) =>
        found.every((status) => status === 400 || status === 408 || status === 413),
      );
    });
  });

  it('a request line with misplaced spaces and line ends is refused or counts as one request', async () => {
    await forEach(lineTricks, async (line) => {
      const statuses = statusesOf(await exchange(app.port(), `${line}\r\nHost: localhost\r\n\r\n`));
      expect(statuses, JSON.stringify(line)).to.deep.equal([tolerated.includes(line) ? 200 : 400]);
    });
  });

  it('a GET with a body counts as one request', async () => {
    const inner = `GET /smuggled/inner${HTTP}\r\n`;
    const outer = `GET /api/health${HTTP}Content-Length: ${inner.length}\r\n\r\n${inner}`;
    expect(statusesOf(await exchange(app.port(), outer))).to.deep.equal([200]);
    expect(log.lines().filter(({ path }) => path === '/smuggled/inner')).to.deep.equal([]);
  });
});
