import { expect } from 'chai';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { tryConnect } from '../../src/cli/check/try-connect.js';
import { pinnedRequest } from '../../src/cli/gateway/pinned-request.js';
import { createClock } from '../../src/time/clock.js';
import { createSelfSigned } from '../../src/tls/self-signed.js';

describe('a command and a far side that never answers', () => {
  let server: Server | undefined;
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server?.close();
  });

  async function listen(one: Server): Promise<number> {
    server = one.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    return (one.address() as AddressInfo).port;
  }

  it('a check gives up a handshake that goes on by a byte now and then', async () => {
    const port = await listen(
      createServer((socket) => {
        const drip = setInterval(() => socket.write('\u0016'), 200);
        socket.on('close', () => {
          clearInterval(drip);
        });
        // The first byte of a record, whose length then never comes to an end.
        socket.write(Buffer.from([0x16, 0x03, 0x03, 0x3f, 0xff]));
      }),
    );
    const error = await tryConnect({ host: '127.0.0.1', port, tls: { rejectUnauthorized: false } });
    expect(error).to.include({ code: 'ETIMEDOUT' });
  });

  it('a gateway with a pinned certificate that switches the protocol is an error at once', async () => {
    const now = createClock().now();
    const pair = await createSelfSigned({ names: ['127.0.0.1'], from: now - 86_400_000, to: now + 86_400_000 });
    const port = await listen(
      createTlsServer(pair, (socket) => {
        socket
          .on('error', () => undefined)
          .on('data', () => {
            socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
          });
      }),
    );
    const signal = AbortSignal.timeout(60_000);
    const failed = await pinnedRequest(new URL(`https://127.0.0.1:${port}/`), { signal }, pair.cert).catch(
      (error: unknown) => error,
    );
    expect(failed).to.have.property('message', 'the connection was closed without an answer');
  });
});
