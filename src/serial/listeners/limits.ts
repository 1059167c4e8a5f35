import { MAX_CONNECTIONS } from '../../schema/config/listener-config.js';

/** The limits of listeners. Tests use shorter times. */
export type ListenerLimits = {
  /** connections of all listeners */
  readonly connections: number;
  /** connections of one address (IPv6: one /64) to one listener */
  readonly connectionsPerAddress: number;
  /** from connecting until the first byte, and until the first frame */
  readonly firstByteMs: number;
  readonly firstFrameMs: number;
  /** without a byte, after the first frame */
  readonly silenceMs: number;
  /** of an HTTP request: from connecting until its headers, and until its end */
  readonly headersMs: number;
  readonly requestMs: number;
  /** of an HTTP connection without a request */
  readonly idleMs: number;
  /** how often these times are checked: a connection may end this much later */
  readonly sweepMs: number;
  /** discarded since the last frame */
  readonly noiseBytes: number;
  /** incomplete frames of all connections */
  readonly partialBytes: number;
  /** reports of all connections that are not stored yet; beyond it, no connection is read */
  readonly unsettledBytes: number;
  /** datagrams of one listener that are not stored yet */
  readonly waitingDatagrams: number;
  readonly waitingDatagramBytes: number;
  /** senders of datagrams that a listener remembers */
  readonly senders: number;
  /** ids of which the last address is remembered, of all listeners */
  readonly recentIds: number;
};

const MIB = 1_048_576;

export const LISTENER_LIMITS: ListenerLimits = {
  connections: MAX_CONNECTIONS,
  connectionsPerAddress: 64,
  firstByteMs: 30_000,
  firstFrameMs: 60_000,
  silenceMs: 1_800_000,
  headersMs: 10_000,
  requestMs: 20_000,
  idleMs: 65_000,
  sweepMs: 5_000,
  noiseBytes: 65_536,
  partialBytes: 16 * MIB,
  unsettledBytes: 16 * MIB,
  waitingDatagrams: 1_024,
  waitingDatagramBytes: 4 * MIB,
  senders: 256,
  recentIds: 10_000,
};
