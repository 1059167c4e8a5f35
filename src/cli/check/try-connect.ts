import { connect, isIP } from 'node:net';
import { connect as connectTls, type SecureContextOptions } from 'node:tls';

const TIMEOUT_MS = 5_000;

export type TryConnectOptions = {
  /** IPv6 with or without brackets */
  readonly host: string;
  readonly port: number;
  /** null: without TLS */
  readonly tls: (Pick<SecureContextOptions, 'ca' | 'cert' | 'key'> & { readonly rejectUnauthorized?: boolean }) | null;
};

/** Connects and sends nothing. Resolves with the error; null: connected, with TLS and a trusted certificate if asked for. */
export function tryConnect({ host: given, port, tls }: TryConnectOptions): Promise<Error | null> {
  const host = given.replace(/^\[|\]$/g, '');
  const options = { host, port };
  return new Promise((resolve) => {
    const socket =
      tls === null
        ? connect(options)
        : connectTls({ ...options, ...tls, ...(isIP(host) === 0 && { servername: host }) });
    const end = (error: Error | null): void => {
      socket.destroy();
      resolve(error);
    };
    socket.on(tls === null ? 'connect' : 'secureConnect', () => {
      end(null);
    });
    // A peer that sends a byte of its handshake now and then keeps the socket from its own time limit.
    AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', () => {
      end(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
    });
    socket.on('error', end);
    socket.on('close', () => {
      end(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }));
    });
  });
}
