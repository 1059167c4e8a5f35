import type { Logger } from '../logger.js';
import type { CommandFormat } from '../schema/commands/command.js';
import type { UplinkRecord } from '../schema/uplinks/uplink-record.js';
import type { Timers } from '../time/clock.js';

/**
 * The order of urgency: alerts and acknowledgements; the newest location of each device, as soon as possible; all locations
 * in order. A location of `live` comes again in `history`.
 */
export const LANES = ['alerts', 'live', 'history'] as const;
export type Lane = (typeof LANES)[number];

/**
 * What became of one record. accepted: the far side has it on stable storage, as far as it says; repeated: it had it
 * already; unknown: not sent, or no answer came: it is sent again; refused: never accepted as it is, a dead letter.
 */
export type RecordResult =
  { readonly outcome: 'accepted' | 'repeated' | 'unknown' } | { readonly outcome: 'refused'; readonly reason: string };

/** Why nothing more can be sent for now. */
export type Pause =
  /** Try again: `retryAfter` is what the far side asked for, ms; left out: with growing distances. */
  | { readonly kind: 'retry'; readonly reason: string; readonly retryAfter?: number }
  /** The far side takes fewer records at once. With a single one left, that record is refused. */
  | { readonly kind: 'too-large'; readonly reason: string }
  /** The far side refuses all of it without naming a record: it is divided until the record is found. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A person has to mend something: wrong credentials, a missing right, numbers that the far side has already. */
  | { readonly kind: 'stop'; readonly reason: string };

/** `results`: one for each record that was given, in their order. */
export type SendResult = { readonly results: readonly RecordResult[]; readonly pause?: Pause };

export type SinkStatus = {
  readonly connected: boolean;
  /** why not, and how to fix it; also what the far side cannot take; null: all is well */
  readonly reason: string | null;
  /** further counters of this run, by name, as `without_subscribers` */
  readonly counters?: Readonly<Record<string, number>>;
};

/** The position that a far side has reached in a lane; its meaning is the sink's. Stored with the cursor. */
export type LaneMark = number;

/** The far side of one uplink. Its functions neither throw nor reject: a failure is an outcome or a status. */
export type Sink = {
  /** Connects, and stays connected. `onChange`: the status has changed; must not throw. */
  start: (onChange: () => void) => void;
  /** Resolves once nothing is in flight; unanswered records are `unknown`. */
  stop: () => Promise<void>;
  status: () => SinkStatus;
  /** The lanes that the far side has a place for. */
  readonly lanes: readonly Lane[];
  /** Records that `send` takes at once, and the bytes of their JSON. */
  readonly limits: { readonly records: number; readonly bytes: number };
  /**
   * Sends records of one lane, in order; one call of a lane at a time. Records of one device arrive in order, and a later
   * record of a device is not accepted before an earlier one of the call. It keeps nothing after it has resolved.
   */
  send: (lane: Lane, records: readonly UplinkRecord[]) => Promise<SendResult>;
  /**
   * Which of these records, the ones that follow the stored cursor of a lane, the far side has already; asked after each
   * new connection and after a reset, before anything of the lane is sent. `mark`: of the last stored cursor; undefined if
   * the cursor has none, and after a reset. Left out: the far side drops what it has, or takes it twice.
   */
  findRepeated?: (lane: Lane, mark: LaneMark | undefined, records: readonly UplinkRecord[]) => Promise<Found>;
  /** The mark of the last record of a lane that was accepted. */
  mark?: (lane: Lane) => LaneMark | undefined;
  /** Removes what the far side shows of a device that exists no more. */
  removeDevice?: (deviceId: string) => void;
};

export type Found = { readonly repeated: ReadonlySet<string> } | { readonly pause: Pause };

export type SinkDevice = { readonly id: string; readonly name: string };

/** A command from the far side; `answer` gets its result as text. */
export type SinkCommand = {
  readonly deviceId: string;
  readonly command: string;
  readonly format: CommandFormat;
};

export type SinkOptions = {
  readonly name: string;
  readonly gatewayId: string;
  /** `<gatewayId>:<generation>` */
  readonly storeId: () => string;
  /** number of the newest entry of the log; a far side with a higher one has records of another copy of this store */
  readonly newest: () => number;
  readonly waypostVersion: string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly timers: Timers;
  readonly logger: Logger;
  /** PEM contents of the files of `tls` */
  readonly tls: SinkTls;
  /** in the order of their ids; the sink keeps no list of its own */
  readonly devices: () => Iterable<SinkDevice>;
  readonly device: (id: string) => SinkDevice | undefined;
  /**
   * true: only tries whether it can connect, while the uplink of this name may be running: it must not disturb that one,
   * and leaves nothing at the far side
   */
  readonly testing?: boolean;
  /** Sends a command to a tracker; resolves with the sentence to answer. Must not reject. */
  readonly sendCommand: (command: SinkCommand) => Promise<string>;
};

export type SinkTls = {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly insecure: boolean;
};
