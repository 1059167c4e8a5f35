import { isNetworkPath } from '../../schema/ports/port-path.js';
import type { PortConfig } from '../../schema/config/config.js';
import type { Protocol } from '../../protocols/protocol.js';
import type { Outbound } from '../../protocols/outbound.js';

/** Receives the events of a leased port. */
export type LeaseHolder = {
  /** the speed in bit/s, null where the port has none */
  readonly onOpen: (baudRate: number | null) => void;
  readonly onData: (chunk: Uint8Array) => void;
  readonly onClose: () => void;
};

/**
 * Exclusive use of a port by provisioning. Received records are stored as usual, and the port is reopened as usual when
 * it is lost.
 */
export type Lease = {
  readonly isOpen: () => boolean;
  /** how often the port was opened since the start */
  readonly openCount: () => number;
  /** Rejects when the port is not open or too many bytes are queued. */
  readonly write: (data: Outbound) => Promise<void>;
  /** Rejects when the device refuses; the next opening uses this speed too. */
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  /** the speeds that its tracker may use; [null] where the port has none */
  readonly baudRates: readonly (number | null)[];
  /** Returns the port to its configuration. */
  readonly release: () => void;
};

/** A configured speed is the only one; otherwise the present speed is the first. */
export function baudRatesFor(
  { path, baudRate }: PortConfig,
  { baudRates }: Protocol,
  present: number | null,
): (number | null)[] {
  if (isNetworkPath(path)) return [null];
  return baudRate === undefined ? [...new Set([present, ...baudRates])] : [baudRate];
}
