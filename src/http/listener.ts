import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { boundConnections } from './connections.js';
import type { Limits } from './limits.js';

/** What the server shows of itself over TLS, as PEM. */
export type Credentials = { readonly cert: string; readonly key: string };

export type Listener = {
  readonly server: Server;
  /** From now on, to who connects anew. Without effect where there is no TLS. */
  readonly present: (credentials: Credentials) => void;
};

/** The server under the framework: plain, or TLS where there are credentials, bounded in either case. */
export function createListener(listener: RequestListener, limits: Limits, credentials?: Credentials): Listener {
  const { server, present } =
    credentials === undefined
      ? { server: createServer(optionsOf(limits), listener), present: () => undefined }
      : withTls(listener, limits, credentials);
  server.timeout = limits.silentMs;
  boundConnections(server, limits);
  return { server, present };
}

function withTls(listener: RequestListener, limits: Limits, credentials: Credentials): Listener {
  const options = { ...optionsOf(limits), ...contextOf(credentials), handshakeTimeout: limits.headersMs };
  const server = createTlsServer(options, listener);
  return {
    server,
    present: (next) => {
      server.setSecureContext(contextOf(next));
    },
  };
}

const contextOf = ({ cert, key }: Credentials): SecureContextOptions => ({ cert, key, minVersion: 'TLSv1.2' });

const optionsOf = ({ headerBytes, headersMs, requestMs, checkMs, idleMs }: Limits): ServerOptions => ({
  maxHeaderSize: headerBytes,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkMs,
  keepAliveTimeout: idleMs,
});
