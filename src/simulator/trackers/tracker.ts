import type { Fix } from '../fix.js';
import type { UbxMessages } from '../ubx/messages.js';

/** The outcome of a record of a tracker that expects acknowledgements. */
export type SimulatedResult = {
  readonly record: 'location' | 'alert';
  /** time in the record, UTC */
  readonly dateTime: string;
  /** refused: permanently, so not resent. dropped: the memory of the tracker was full. */
  readonly outcome: 'acknowledged' | 'refused' | 'dropped';
};

/** The environment of a simulated tracker. */
export type TrackerContext = {
  readonly deviceId: string;
  /** Sends complete lines or packets at once. */
  readonly send: (bytes: string | Uint8Array) => void;
  /** ms, monotonic */
  readonly now: () => number;
  /** random number from 0 to 1 */
  readonly random: () => number;
  readonly onSettled: (settled: SimulatedResult) => void;
  /** Called with each command that the tracker carries out. */
  readonly onCommand?: (command: string) => void;
  /** fault of the tracker when it is provisioned */
  readonly provisioningFault?: ProvisioningFault;
  /** what a u-blox receiver sends; default: NAV-PVT */
  readonly ubxMessages?: UbxMessages;
  /** sends its position only when it is asked */
  readonly onRequest?: boolean;
  /** each `send` is one datagram of UDP */
  readonly isDatagram?: true;
  /** Changes the bit/s of the port for the next bytes. */
  readonly setBaudRate?: (baudRate: number) => void;
  /** Removes the port for this time, as a USB device that restarts, or closes the connection. */
  readonly disconnect?: (ms: number) => void;
};

/**
 * password: the password or key is not the factory default. changes: the firmware accepts a value and stores another.
 * dies: the tracker stops responding at the first written value, until its power is turned off and on.
 */
export const PROVISIONING_FAULTS = ['password', 'changes', 'dies'] as const;
export type ProvisioningFault = (typeof PROVISIONING_FAULTS)[number];

export type Tracker = {
  /** Sends a fix: at once, or as soon as possible and until it is acknowledged. */
  readonly report: (fix: Fix) => void;
  /** Sends an alert with this position and time. */
  readonly alert: (fix: Fix) => void;
  /** A new connection to the gateway is open. Missing if a tracker need not know. */
  readonly onConnect?: () => void;
  /** Takes bytes from the port. */
  readonly onData: (bytes: Uint8Array) => void;
  /** Does what is due. Call it a few times a second. */
  readonly tick: () => void;
  /** number of unacknowledged records; 0 without acknowledgements */
  readonly kept: () => number;
  /** Turns the power off and on, which loses unsaved settings. Missing if a tracker has no settings. */
  readonly restart?: () => void;
};

/** The command that every simulated tracker refuses. */
export const REFUSED_COMMAND = 'fail';

/** A row of the table: the simulated trackers of one protocol. */
export type TrackerKind = {
  /** usual bit/s of the protocol */
  readonly baudRate: number;
  /** its messages have an id, so that several trackers can use one port */
  readonly sendsId: boolean;
  /** one receiver for all trackers, on one port */
  readonly sharesPort: boolean;
  /** records are acknowledged, and kept until then */
  readonly isAcknowledged: boolean;
  readonly ids: DeviceIds;
  /** its trackers connect to listeners: it has no port */
  readonly networkOnly?: true;
  /** each `send` is the query of an HTTP request, and the status of its response is received */
  readonly httpOnly?: true;
  /** its alert; missing for receivers, which have none */
  readonly alertName?: string;
  readonly create: (context: TrackerContext) => Tracker;
};

export type DeviceIds = {
  /** default: the name of the protocol */
  readonly prefix?: string;
  readonly pattern: RegExp;
  /** `pattern` in words */
  readonly expected: string;
  /** id of the n-th tracker, from 1 */
  readonly nth: (prefix: string, n: number) => string;
};

export const plainIds: DeviceIds = {
  pattern: /^[\w.-]{1,40}$/,
  expected: '1 to 40 letters, digits, dots, underscores and hyphens',
  nth: (prefix, n) => `${prefix}-${n}`,
};

/** The members of a tracker that ignores received data. */
export const transmitOnly = { onData: () => undefined, tick: () => undefined, kept: () => 0 } as const;

/** A GNSS receiver, which sends `encode(fix)`, without an id and without alerts. */
export const receiver = (baudRate: number, encode: (fix: Fix) => string | Uint8Array): TrackerKind => ({
  baudRate,
  sendsId: false,
  sharesPort: false,
  isAcknowledged: false,
  ids: plainIds,
  create: ({ send }) => ({
    ...transmitOnly,
    report(fix) {
      send(encode(fix));
    },
    alert: () => undefined,
  }),
});
