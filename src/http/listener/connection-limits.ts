/** The limits of connections. Tests use other times. */
export type ConnectionLimits = {
  /** open connections, in total and per address (IPv6: per /64) */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** requests of a connection that wait for the one in progress; with one more, the connection ends */
  readonly pipelinedRequests: number;
  /** request line and all headers together */
  readonly headerBytes: number;
  /** from the connection until all headers are received; with TLS, the handshake counts too */
  readonly headersTimeoutMs: number;
  /** until the whole request is received */
  readonly requestTimeoutMs: number;
  /** how often the two timeouts above are checked; a connection may end this much later */
  readonly checkIntervalMs: number;
  /** how long an idle connection is kept for another request */
  readonly keepAliveTimeoutMs: number;
  /** without data in either direction, for example if a client does not read its response */
  readonly inactivityTimeoutMs: number;
  /** how long a stop waits for the requests in progress */
  readonly stopTimeoutMs: number;
};

export const DEFAULT_LIMITS: ConnectionLimits = {
  connections: 512,
  connectionsPerAddress: 256,
  pipelinedRequests: 8,
  headerBytes: 16_384,
  headersTimeoutMs: 8_000,
  requestTimeoutMs: 30_000,
  checkIntervalMs: 2_000,
  keepAliveTimeoutMs: 5_000,
  inactivityTimeoutMs: 120_000,
  stopTimeoutMs: 10_000,
};
