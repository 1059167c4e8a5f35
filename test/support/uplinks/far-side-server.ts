import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** What the far side does with a connection, once its first bytes have come or, if it speaks first, at once. */
export type FarSideScript = (socket: Socket) => void;

export type FarSideServer = {
  readonly port: () => number;
  readonly answerBy: (script: FarSideScript, speaksFirst?: boolean) => void;
  /** connections that are open */
  readonly open: () => number;
  readonly connections: () => number;
  /** bytes that were sent by `pour` */
  readonly poured: () => number;
  /** Writes `first`, and then `piece` again and again as long as the connection takes it. */
  readonly pour: (first: string | Buffer, piece: string) => FarSideScript;
};

/** A far side that may do anything with its connections. Call it in `describe`. */
export function useFarSideServer(tls?: () => TlsOptions): FarSideServer {
  const sockets = new Set<Socket>();
  let server: Server;
  let script: FarSideScript = () => undefined;
  let speaksFirst = false;
  let connections = 0;
  let poured = 0;

  const onConnection = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (speaksFirst) script(socket);
    else
      socket.on('data', () => {
        script(socket);
      });
    socket.resume();
  };
  beforeEach((done) => {
    connections = poured = 0;
    server = tls === undefined ? createServer(onConnection) : createTlsServer(tls(), onConnection);
    server.listen(0, '127.0.0.1', done);
  });
  afterEach((done) => {
    for (const socket of sockets) socket.destroy();
    server.close(done);
  });

  return {
    port: () => (server.address() as AddressInfo).port,
    answerBy(next, first = false) {
      script = next;
      speaksFirst = first;
    },
    open: () => sockets.size,
    connections: () => connections,
    poured: () => poured,
    pour: (first, piece) => (socket) => {
      socket.removeAllListeners('data').resume();
      socket.write(first);
      const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)), 'latin1');
      const more = (): void => {
        while (!socket.destroyed) {
          poured += block.length;
          if (!socket.write(block)) return;
        }
      };
      socket.on('drain', more);
      more();
    },
  };
}
