import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { boundConnections, type Connections } from './connections.js';
import type { ConnectionLimits } from './connection-limits.js';

/** Certificate chain and private key as PEM. */
export type TlsCredentials = { readonly cert: string; readonly key: string };

export type Listener = Connections & {
  readonly server: Server;
  /** Applies to new connections; no effect without TLS. */
  readonly setCertificate: (credentials: TlsCredentials) => void;
};

/** The HTTP server with its limits; with `credentials` it uses TLS. */
export function createListener(
  onRequest: RequestListener,
  limits: ConnectionLimits,
  credentials?: TlsCredentials,
): Listener {
  const { server, setCertificate } = createServerFor(onRequest, limits, credentials);
  server.timeout = limits.inactivityTimeoutMs;
  return { server, setCertificate, ...boundConnections(server, limits) };
}

function createServerFor(
  onRequest: RequestListener,
  limits: ConnectionLimits,
  credentials?: TlsCredentials,
): Pick<Listener, 'server' | 'setCertificate'> {
  const options = serverOptionsOf(limits);
  if (credentials === undefined) return { server: createServer(options, onRequest), setCertificate: () => undefined };
  const tls = { ...secureContextOf(credentials), handshakeTimeout: limits.headersTimeoutMs };
  const server = createTlsServer({ ...options, ...tls }, onRequest);
  return {
    server,
    setCertificate: (next) => {
      server.setSecureContext(secureContextOf(next));
    },
  };
}

const secureContextOf = ({ cert, key }: TlsCredentials): SecureContextOptions => ({ cert, key, minVersion: 'TLSv1.2' });

const serverOptionsOf = ({
  headerBytes,
  headersTimeoutMs,
  requestTimeoutMs,
  checkIntervalMs,
  keepAliveTimeoutMs,
}: ConnectionLimits): ServerOptions => ({
  maxHeaderSize: headerBytes,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: checkIntervalMs,
  keepAliveTimeout: keepAliveTimeoutMs,
});
