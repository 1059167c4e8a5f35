import { connect } from 'node:net';
import { expect } from 'chai';
import { DEFAULT_LIMITS } from '../../../src/http/listener/connection-limits.js';
import { useApp } from '../../support/gateway/app.js';

describe('handleClientErrors', () => {
  const app = useApp({
    limits: { ...DEFAULT_LIMITS, requestTimeoutMs: 400, headersTimeoutMs: 400, checkIntervalMs: 100 },
  });

  /** All bytes received in response to `bytes` until the connection closes. */
  const exchangeBytes = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(app.url()).port), '127.0.0.1', () => socket.write(bytes));
      const parts: Buffer[] = [];
      socket.on('data', (part: Buffer) => parts.push(part));
      socket.on('error', reject);
      socket.on('close', () => {
        resolve(Buffer.concat(parts).toString());
      });
    });

  it('data that is not a request gets the failure envelope and the connection closes', async () => {
    for (const [bytes, status, error] of [
      ['hello\r\n\r\n', 400, 'this is not an HTTP request'],
      [`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'the headers are too large'],
    ] as const) {
      const [head = '', body = ''] = (await exchangeBytes(bytes)).split('\r\n\r\n');
      expect(head).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head)
        .to.match(/^Content-Type: application\/json/m)
        .and.to.match(/^Connection: close/m);
      const answer = JSON.parse(body) as { requestId: string };
      expect(answer).to.deep.include({ success: false, error, code: 'validation_failed' });
      expect(head).to.contain(`X-Request-Id: ${answer.requestId}`);
    }
  });

  it('invalid data after a valid request does not corrupt its response', async () => {
    const answer = await exchangeBytes('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\nno request at all\r\n\r\n');
    // Either response may come first, but neither inside the other.
    for (const response of answer.split(/(?=^HTTP\/1\.1 )/m)) {
      const [head = '', body = ''] = response.split('\r\n\r\n');
      expect(head).to.match(/^HTTP\/1\.1 (200|400) /);
      expect(JSON.parse(body)).to.have.property('success', head.startsWith('HTTP/1.1 200'));
    }
  });

  it('a body that stalls gets 408 with a code of its own, so that a client sends it again', async () => {
    const auth = `Authorization: Bearer ${app.admin().token}`;
    const head = `POST /api/devices HTTP/1.1\r\nHost: localhost\r\n${auth}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{`;
    const [status = '', body = ''] = (await exchangeBytes(head)).split('\r\n\r\n');
    expect(status).to.match(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(body)).to.include({ success: false, code: 'request_timeout' });
  });
});
