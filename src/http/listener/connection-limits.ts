/** What a connection may take, and how many there may be. A test may bring shorter times. */
export type ConnectionLimits = {
  /** connections at a time, from anywhere and from one address */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** the line of the request and all headers together */
  readonly headerBytes: number;
  /** until the headers are there (over TLS the handshake too); counts from the connection on */
  readonly headersTimeoutMs: number;
  /** until the whole body is there */
  readonly requestTimeoutMs: number;
  /** how often the two above are looked at: so much later a connection may end */
  readonly checkIntervalMs: number;
  /** an idle connection is kept for the next request */
  readonly keepAliveTimeoutMs: number;
  /** nothing sent or taken at all, as by a client that does not read its answer */
  readonly inactivityTimeoutMs: number;
};

export const DEFAULT_LIMITS: ConnectionLimits = {
  connections: 1024,
  connectionsPerAddress: 512,
  headerBytes: 16_384,
  headersTimeoutMs: 8_000,
  requestTimeoutMs: 30_000,
  checkIntervalMs: 2_000,
  keepAliveTimeoutMs: 5_000,
  inactivityTimeoutMs: 120_000,
};
