import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type TcpProxy = {
  readonly url: string;
  readonly port: number;
  /** Ends the present connections at once. */
  readonly cut: () => void;
  /** Cuts the next connections after this many bytes of the client; Infinity: not any more. */
  readonly cutAfter: (bytes: number) => void;
  /** Answers of the server are lost from now on, and the connection is cut after this many more bytes of the client. */
  readonly muteAnswers: (bytes: number) => void;
  readonly close: () => Promise<void>;
};

/** Stands between the uplink and a server, and cuts the connection. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let left = Infinity;
  let isMute = false;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    upstream.on('data', (chunk) => {
      if (!isMute) client.write(chunk);
    });
    client.on('data', (chunk) => {
      const passed = chunk.subarray(0, Math.min(chunk.length, left));
      left -= chunk.length;
      upstream.write(passed, () => {
        if (left > 0) return;
        // What was passed arrives.
        upstream.end();
        client.destroy();
        [left, isMute] = [Infinity, false];
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `nats://127.0.0.1:${own}`,
    port: own,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    cutAfter(bytes) {
      left = bytes;
    },
    muteAnswers(bytes) {
      [left, isMute] = [bytes, true];
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
