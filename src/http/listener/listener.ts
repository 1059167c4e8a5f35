import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import type { Logger } from '../../logger.js';
import type { Refusals } from '../../services/system/refusals.js';
import { handleClientErrors } from './client-error.js';
import { boundConnections, type Connections } from './connections.js';
import type { ConnectionLimits } from './connection-limits.js';
import { createPipelines } from './pipeline.js';
import { createRequestTurns } from './request-turns.js';

/** Certificate chain and private key as PEM. */
export type TlsCredentials = { readonly cert: string; readonly key: string };

export type ListenerOptions = {
  readonly onRequest: RequestListener;
  readonly limits: ConnectionLimits;
  readonly refusals: Pick<Refusals, 'note'>;
  readonly logger: Logger;
  /** if set, TLS only */
  readonly credentials?: TlsCredentials | undefined;
};

export type Listener = Pick<Connections, 'onCaller' | 'endIdle'> & {
  readonly server: Server;
  /** Applies to new connections; no effect without TLS. */
  readonly setCertificate: (credentials: TlsCredentials) => void;
};

/** The HTTP server with its limits. */
export function createListener({ onRequest, limits, refusals, logger, credentials }: ListenerOptions): Listener {
  const { server, setCertificate } = createServerFor(limits, credentials);
  server.timeout = limits.inactivityTimeoutMs;
  const connections = boundConnections(server, { limits, refusals });
  handleClientErrors(server, connections, logger);
  const start: RequestListener = (request, response) => {
    connections.onRequest(request, response);
    onRequest(request, response);
  };
  const onTurn = createRequestTurns(start);
  server.on('request', createPipelines({ onRequest: onTurn, onClose: connections.onClose, limits, refusals }));
  return { server, setCertificate, onCaller: connections.onCaller, endIdle: connections.endIdle };
}

function createServerFor(
  limits: ConnectionLimits,
  credentials?: TlsCredentials,
): Pick<Listener, 'server' | 'setCertificate'> {
  const options = serverOptionsOf(limits);
  if (credentials === undefined) return { server: createServer(options), setCertificate: () => undefined };
  const tls = { ...secureContextOf(credentials), handshakeTimeout: limits.headersTimeoutMs };
  const server = createTlsServer({ ...options, ...tls });
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
  // Node answers without a reason; the check of the host gives one.
  requireHostHeader: false,
});
