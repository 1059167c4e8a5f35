import type { Counters, Message, Protocol, Receipt } from '../../protocols/protocol.js';

/** How it stands with a port when something is heard on it. */
export type Standing = {
  /** what is spoken; undefined until it is known */
  readonly protocol: Protocol | undefined;
  /** it is in the hands of somebody who sets its tracker up */
  readonly isLent: boolean;
  /** which one of the port it is */
  readonly opening: number;
};

/** What became of a message. */
export type Settled = {
  readonly protocol: string;
  readonly message: Message;
  /** undefined where nothing says whose it is */
  readonly deviceId: string | undefined;
  readonly receipt: Receipt;
};

/** The same where nobody may be looking: nothing is made for it then. */
export type OnSettled = (protocol: string, message: Message, deviceId: string | undefined, receipt: Receipt) => void;

/** Hears what passes on a port, for as long as somebody looks. Must not throw. */
export type Watcher = {
  readonly heard: (chunk: Uint8Array, standing: Standing) => void;
  /** What was heard is taken in: so it is counted by now. */
  readonly counted: (counters: Readonly<Counters>) => void;
  readonly settled: (settled: Settled) => void;
};
