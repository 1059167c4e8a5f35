import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { boundConnections, type Connections } from './connections.js';
import type { Limits } from './limits.js';

/** What the server shows of itself over TLS, as PEM. */
export type Credentials = { readonly cert: string; readonly key: string };

export type Listener = Connections & {
  readonly server: Server;
  /** From now on, to who connects anew. Without effect where there is no TLS. */
  readonly present: (credentials: Credentials) => void;
};

/** The server under the framework: plain, or TLS where there are credentials, bounded in either case. */
export function createListener(listener: RequestListener, limits: Limits, credentials?: Credentials): Listener {
  const { server, present } = createServerFor(listener, limits, credentials);
  server.timeout = limits.silentMs;
  return { server, present, ...boundConnections(server, limits) };
}

function createServerFor(
  listener: RequestListener,
  limits: Limits,
  credentials?: Credentials,
): Omit<Listener, 'endIdle'> {
  const options = optionsOf(limits);
  if (credentials === undefined) return { server: createServer(options, listener), present: () => undefined };
  const tls = { ...contextOf(credentials), handshakeTimeout: limits.headersMs };
  const server = createTlsServer({ ...options, ...tls }, listener);
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
