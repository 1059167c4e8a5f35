/** What a connection may take, and how many there may be. A test may bring shorter times. */
export type Limits = {
  /** connections at a time, from anywhere and from one address */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** the line of the request and all headers together */
  readonly headerBytes: number;
  /** until the headers are there (over TLS the handshake too); counts from the connection on */
  readonly headersMs: number;
  /** until the whole body is there */
  readonly requestMs: number;
  /** how often the two above are looked at: so much later a connection may end */
  readonly checkMs: number;
  /** an idle connection is kept for the next request */
  readonly idleMs: number;
  /** nothing sent or taken at all, as by a client that does not read its answer */
  readonly silentMs: number;
};

export const usualLimits: Limits = {
  connections: 1024,
  connectionsPerAddress: 512,
  headerBytes: 16_384,
  headersMs: 8_000,
  requestMs: 30_000,
  checkMs: 2_000,
  idleMs: 5_000,
  silentMs: 120_000,
};
