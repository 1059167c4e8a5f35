import { expect } from 'chai';
import { createServerStream, MAX_LINE_BYTES, MAX_MESSAGE_BYTES } from '../../../src/uplinks/nats/server-stream.js';

/** Whether each of the pieces may be seen by the client. */
const pass = (...pieces: readonly string[]): boolean[] => {
  const stream = createServerStream();
  return pieces.map((piece) => stream.push(Buffer.from(piece, 'latin1')));
};

const TALK =
  'INFO {"server_id":"N","max_payload":1048576} \r\n+OK\r\nPING\r\nPONG\r\n' +
  'MSG _INBOX.a.1 1  11\r\nhello\r\nMSG \r\nmsg a 1 reply 0\r\n\r\nHMSG a 1 12 14\r\nNATS/1.0\r\n\r\nhi\r\n' +
  'HMSG a 1 r 12 12\r\nNATS/1.0\r\n\r\n\r\n-ERR \'Stale Connection\'\r\nINFO {"ldm":true}\r\n';

describe('what a NATS server sends', () => {
  it('each operation passes, in one piece, byte by byte and cut anywhere', () => {
    expect(pass(TALK)).to.deep.equal([true]);
    expect(pass(...TALK.split('')).every(Boolean)).to.equal(true);
    for (let cut = 1; cut < TALK.length; cut += 1)
      expect(pass(TALK.slice(0, cut), TALK.slice(cut)), String(cut)).to.deep.equal([true, true]);
  });

  it('a payload of the largest size passes, whatever bytes it has', () => {
    const payload = 'MSG x 1 999999999\r\n'.repeat(MAX_MESSAGE_BYTES).slice(0, MAX_MESSAGE_BYTES);
    expect(pass(`MSG a 1 ${MAX_MESSAGE_BYTES}\r\n`, payload, '\r\nPING\r\n')).to.deep.equal([true, true, true]);
  });

  it('a larger message does not pass, and its payload is not waited for', () => {
    for (const size of [MAX_MESSAGE_BYTES + 1, 999_999_999_999, '9'.repeat(40)])
      expect(pass(`MSG a 1 ${size}\r\n`), String(size)).to.deep.equal([false]);
    expect(pass(`HMSG a 1 12 ${MAX_MESSAGE_BYTES + 1}\r\n`)).to.deep.equal([false]);
  });

  it('bytes after a payload, which the client skips, hide no message', () => {
    expect(pass('MSG a 1 2\r\nhixxxMSG a 1 5\r\n', 'MSG a 1 999999999\r\n')).to.deep.equal([true, false]);
  });

  it('a line that does not end passes up to its bound', () => {
    const half = 'a'.repeat(MAX_LINE_BYTES / 2);
    expect(pass('INFO {"x":"', half, half)).to.deep.equal([true, true, false]);
    expect(pass('-ERR ', half, half)).to.deep.equal([true, true, false]);
  });

  for (const text of [
    '\u001b[31mred',
    'SSH-2.0-OpenSSH_9.2\r\n',
    'HTTP/1.1 400 Bad Request\r\n',
    'INFO {"x":\r\n',
    'MSG a 1\r\n',
    'MSG a b 5\r\n',
    'MSG a 1 -5\r\n',
    'HMSG a 1 5\r\n',
    'HMSG a 1 12 5\r\n',
    '\r\n',
  ])
    it(`${JSON.stringify(text)}, which the client would print and then stop reading, does not pass`, () => {
      expect(pass(text)).to.deep.equal([false]);
    });
});
