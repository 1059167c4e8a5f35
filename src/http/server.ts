import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errnoOf, errorOf } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Services } from '../services/index.js';
import { createApplication } from './application.js';
import { serverErrors } from './messages.js';
import { createClientAddress } from './middleware/client-address.js';
import { createHostCheck } from './middleware/host-check.js';
import { createCrossOrigin } from './middleware/cross-origin.js';
import { createDispatch } from './dispatch.js';
import { DEFAULT_LIMITS, type ConnectionLimits } from './listener/connection-limits.js';
import { createListener, type TlsCredentials } from './listener/listener.js';
import { createRequestBoundary } from './middleware/request-boundary.js';
import { buildOpenApi } from './openapi.js';
import type { Route } from './route.js';
import { createRouter } from './router.js';
import { routes } from './routes/index.js';
import { createTickets } from './tickets.js';
import type { Tokens } from './tokens.js';

/** How often a stop closes the connections that have become idle. */
const SWEEP_INTERVAL_MS = 50;
/**
 * Connections that wait to be accepted. When strangers open many, the system drops what exceeds this, and a client tries
 * again after 1, 3 or 7 s. Linux allows 4,096 by default.
 */
const ACCEPT_BACKLOG = 4_096;

export type HttpOptions = {
  readonly host: string;
  readonly port: number;
  readonly bodyLimit: number;
  readonly services: Services;
  readonly tokens: Tokens;
  /** of the gateway, for the OpenAPI document */
  readonly version: string;
  readonly logger: Logger;
  /** origins whose pages may call the API */
  readonly corsOrigins: readonly string[];
  /** names of the gateway besides its own ones */
  readonly hosts: readonly string[];
  /** networks of the proxies whose `X-Forwarded-For` counts */
  readonly trustedProxies: readonly string[];
  readonly readOwnNames: () => Promise<readonly string[]>;
  readonly limits?: ConnectionLimits | undefined;
  /** if set, TLS only */
  readonly credentials?: TlsCredentials | undefined;
};

export type Http = {
  /** resolves with the port that it listens on */
  readonly start: () => Promise<number>;
  /** finishes requests in progress, then closes every connection */
  readonly stop: () => Promise<void>;
  /** Applies to new connections. */
  readonly setCertificate: (credentials: TlsCredentials) => void;
};

export function createHttp(options: HttpOptions): Http {
  const { host, port, bodyLimit, services, tokens, version, logger } = options;
  const { limits = DEFAULT_LIMITS, credentials, corsOrigins, hosts, trustedProxies, readOwnNames } = options;
  const { monotonic } = services.time;
  const tickets = createTickets(services.time);
  const { apiUsage: usage, signIns, confirmations, lastUses, refusals, reads } = services;
  const dispatch = createDispatch({
    ...{ tokens, tickets, signIns, confirmations, lastUses, usage, bodyLimit, refusals, reads, monotonic },
    onCaller: (request) => {
      onCaller(request);
    },
  });
  const document = (): string => JSON.stringify(buildOpenApi(table, version));
  const table: readonly Route[] = routes({ ...services, tokens, tickets, document });

  const koa = createApplication();
  if (trustedProxies.length > 0) koa.use(createClientAddress(trustedProxies));
  const { recordRequest } = services.metrics;
  koa.use(createRequestBoundary({ logger, monotonic, onRequest: recordRequest, tls: credentials !== undefined }));
  koa.use(createHostCheck({ hosts, readOwnNames, monotonic, refusals }));
  if (corsOrigins.length > 0) koa.use(createCrossOrigin(corsOrigins));
  koa.use(createRouter(table, dispatch));
  koa.on('error', (error: Error) => {
    // A client that disconnects during a response is not an error of the gateway.
    logger.debug({ reason: error.message }, 'connection failed');
  });

  const handle = koa.callback();
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    void handle(request, response);
  };
  const { server, setCertificate, onCaller, endIdle } = createListener({
    onRequest,
    limits,
    refusals,
    logger,
    credentials,
  });

  return {
    setCertificate,
    async start() {
      await listen(server, host, port);
      return (server.address() as AddressInfo).port;
    },
    async stop() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      // A busy connection becomes idle when its request is answered.
      const sweep = setInterval(endIdle, SWEEP_INTERVAL_MS);
      const deadline = setTimeout(() => {
        server.closeAllConnections();
      }, limits.stopTimeoutMs);
      endIdle();
      await closed;
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const address = `${host}:${port}`;
      const refused =
        errnoOf(error) === 'EADDRINUSE'
          ? serverErrors.portInUse({ address })
          : serverErrors.cannotListen({ address, detail: error.message });
      reject(errorOf(refused, { cause: error }));
    });
    server.listen({ port, host, backlog: ACCEPT_BACKLOG }, resolve);
  });
}
