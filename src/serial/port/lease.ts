import type { Outbound } from '../../protocols/outbound.js';
import type { Protocol } from '../../protocols/protocol.js';

/** Hears what happens on a port that is lent. */
export type LeaseHolder = {
  /** the speed of the line in bit/s, null where it has none */
  readonly onOpen: (baudRate: number | null) => void;
  readonly onData: (chunk: Uint8Array) => void;
  readonly onClose: () => void;
};

/**
 * A port in the hands of somebody who has something to say to the tracker on it. What is heard is stored as before, and
 * the port is opened again as before when it is lost.
 */
export type Lease = {
  readonly isOpen: () => boolean;
  /** Rejects when the port is not open, or what waits to be written is too much. */
  readonly write: (data: Outbound) => Promise<void>;
  /** Rejects when the device refuses; the next opening has this speed too. */
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  /** The speeds at which its tracker may be; [null] where the line has none. */
  readonly baudRates: readonly (number | null)[];
  /** The port is read as it is configured again. */
  readonly release: () => void;
};

/** What a link lends. `protocol`: what is taken to be spoken meanwhile */
export type AcquireLease = (protocol: Protocol, holder: LeaseHolder) => Lease;
