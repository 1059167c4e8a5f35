import type { Logger } from '../logger.js';
import type { CommandFormat } from '../schema/commands/command.js';
import type { Location } from '../schema/records/location.js';
import type { Lane, LaneMark } from '../schema/uplinks/lane.js';
import type { Pause, SendResult } from '../schema/uplinks/send-result.js';
import type { UplinkRecord } from '../schema/uplinks/uplink-record.js';
import type { Timers } from '../time/clock.js';

export { LANES, type Lane, type LaneMark } from '../schema/uplinks/lane.js';
export type { Pause, RecordResult, SendResult } from '../schema/uplinks/send-result.js';

export type SinkStatus = {
  readonly connected: boolean;
  /** why not, and how to fix it; also what the far side cannot take; null: all is well */
  readonly reason: string | null;
  /** a person has to mend something before it can connect */
  readonly stopped?: true;
  /** the far side has other records under the ids of this store, from this number on at the latest */
  readonly conflict?: number;
  /** further counters of this run, by name, as `without_subscribers` */
  readonly counters?: Readonly<Record<string, number>>;
};

/** The far side of one uplink. Its functions neither throw nor reject: a failure is an outcome or a status. */
export type Sink = {
  /** Connects, and stays connected. `onChange`: the status has changed; must not throw. */
  start: (onChange: () => void) => void;
  /** Resolves once nothing is in flight; unanswered records are `unknown`. */
  stop: () => Promise<void>;
  status: () => SinkStatus;
  /** The lanes that the far side has a place for. */
  readonly lanes: readonly Lane[];
  /** `live` has no place of its own there: it is only of use while `history` is behind. Left out: it is always sent. */
  readonly liveWhenBehind?: true;
  /** It recognizes what it has by its content under any id: records with new ids double nothing there. */
  readonly knowsContent?: boolean;
  /** Records that `send` takes at once, and the bytes of their JSON. */
  readonly limits: { readonly records: number; readonly bytes: number };
  /**
   * Sends records of one lane, in order; one call of a lane at a time. Records of one device arrive in order, and a later
   * record of a device is not accepted before an earlier one of the call. It keeps nothing after it has resolved.
   */
  send: (lane: Lane, records: readonly UplinkRecord[]) => Promise<SendResult>;
  /**
   * Which of these records, the ones that follow the stored cursor of a lane, the far side has already, with the same
   * content; another content under the id of one of them is a `conflict`. Asked after each new connection and after a
   * reset, before anything of the lane is sent. `mark`: of the last stored cursor; undefined if the cursor has none, and
   * after a reset to another position. Asked again for the records that follow, with what `mark` gives by then, as long as
   * `mayFollow`: a restored backup may be far behind. After a conflict it is asked without a connection for records.
   * Left out: the far side drops what it has by its content, or takes it twice.
   */
  findRepeated?: (lane: Lane, mark: LaneMark | undefined, records: readonly UplinkRecord[]) => Promise<Found>;
  /**
   * After `findRepeated`: the far side has records that may be among those which follow. Left out: as long as the last
   * record of a call is repeated.
   */
  mayFollow?: (lane: Lane) => boolean;
  /** The mark of the last record of a lane that was accepted. */
  mark?: (lane: Lane) => LaneMark | undefined;
  /** Removes what the far side shows of a device that exists no more. */
  removeDevice?: (deviceId: string) => void;
};

export type Found = { readonly repeated: ReadonlySet<string> } | { readonly pause: Pause };

/** A device or a group is replaced, never changed. `devices`: ids */
export type SinkDevice = { readonly id: string; readonly name: string; readonly description?: string };
export type SinkGroup = { readonly name: string; readonly devices: readonly string[] };

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
  /**
   * Whether this store gives ids of `<gatewayId>:<generation>`. It may not know all of its own: after a card image was put
   * back, a reset that came after the image is forgotten.
   */
  readonly knowsStore?: (store: string) => boolean;
  /** the mark of the last stored cursor of a lane */
  readonly storedMark?: (lane: Lane) => LaneMark | undefined;
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
  readonly groups: () => Iterable<SinkGroup>;
  /** the newest credible location of a device; left out: it is not shown again after a new connection */
  readonly lastLocation?: (deviceId: string) => Location | undefined;
  /** time of the newest credible location of a device */
  readonly lastLocationAt: (deviceId: string) => string | undefined;
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
