import type { Counters, TrackerMessage, Protocol } from '../../protocols/protocol.js';
import type { Receipt } from '../../domain/report.js';

/** The state of a port when data is received. */
export type PortContext = {
  /** undefined during protocol detection */
  readonly protocol: Protocol | undefined;
  /** the port is in provisioning */
  readonly isLeased: boolean;
  /** which opening of the port this is, from 1 */
  readonly openCount: number;
  /** match the texts of the last commands; the array changes with them */
  readonly commandSecrets: readonly RegExp[];
};

/** The outcome of a tracker message. */
export type MessageOutcome = {
  readonly protocol: string;
  readonly message: TrackerMessage;
  /** undefined where the message has no device id */
  readonly deviceId: string | undefined;
  readonly receipt: Receipt;
};

/** Takes a `MessageOutcome` as arguments: nothing is allocated while a port has no observer. */
export type OnMessageOutcome = (
  protocol: string,
  message: TrackerMessage,
  deviceId: string | undefined,
  receipt: Receipt,
) => void;

/** Observes the data of a port. Must not throw. */
export type PortObserver = {
  readonly onData: (chunk: Uint8Array, context: PortContext) => void;
  /** called after each chunk, when it is counted */
  readonly onCounters: (counters: Readonly<Counters>) => void;
  readonly onOutcome: (outcome: MessageOutcome) => void;
};
