import type { Counters, TrackerMessage, Protocol } from '../../protocols/protocol.js';
import type { Receipt } from '../../domain/report.js';

/** How it stands with a port when something is heard on it. */
export type PortContext = {
  /** what is spoken; undefined until it is known */
  readonly protocol: Protocol | undefined;
  /** it is in the hands of somebody who sets its tracker up */
  readonly isLeased: boolean;
  /** which one of the port it is */
  readonly openCount: number;
};

/** What became of a message. */
export type MessageOutcome = {
  readonly protocol: string;
  readonly message: TrackerMessage;
  /** undefined where nothing says whose it is */
  readonly deviceId: string | undefined;
  readonly receipt: Receipt;
};

/** The same where nobody may be looking: nothing is made for it then. */
export type OnMessageOutcome = (
  protocol: string,
  message: TrackerMessage,
  deviceId: string | undefined,
  receipt: Receipt,
) => void;

/** Hears what passes on a port, for as long as somebody looks. Must not throw. */
export type PortObserver = {
  readonly onData: (chunk: Uint8Array, context: PortContext) => void;
  /** What was heard is taken in: so it is counted by now. */
  readonly onCounters: (counters: Readonly<Counters>) => void;
  readonly onOutcome: (outcome: MessageOutcome) => void;
};
