import type { Fix } from '../fix.js';

/** What became of a record that was to be acknowledged. */
export type SimulatedResult = {
  readonly record: 'location' | 'alert';
  /** as the tracker said it, UTC */
  readonly dateTime: string;
  /** refused: for good, so it is not sent again. dropped: its memory was full. */
  readonly outcome: 'acknowledged' | 'refused' | 'dropped';
};

/** What a simulated tracker finds on board. */
export type TrackerContext = {
  readonly deviceId: string;
  /** bytes of whole lines or packets, to go out at once */
  readonly send: (bytes: string | Uint8Array) => void;
  /** ms, monotonic */
  readonly now: () => number;
  /** from 0 to 1 */
  readonly random: () => number;
  readonly onSettled: (settled: SimulatedResult) => void;
  /** What it gets wrong when it is set up; nothing when left out. */
  readonly provisioningFault?: ProvisioningFault;
  /** The line goes on at this speed, from what is sent next on. */
  readonly setBaudRate?: (baudRate: number) => void;
  /** It is on the far end of a USB cable and starts anew: its port goes, and comes back after so many ms. */
  readonly disconnect?: (ms: number) => void;
};

/**
 * password: somebody has given it another password or key than such trackers come with. changes: its firmware takes a
 * value and keeps another. dies: it falls silent as soon as the first value is written, until the power comes back.
 */
export const PROVISIONING_FAULTS = ['password', 'changes', 'dies'] as const;
export type ProvisioningFault = (typeof PROVISIONING_FAULTS)[number];

export type Tracker = {
  /** measured: said at once, or as soon as it may be and until it is acknowledged */
  readonly report: (fix: Fix) => void;
  /** somebody calls for help there and then */
  readonly alert: (fix: Fix) => void;
  /** what came over the line */
  readonly onData: (bytes: Uint8Array) => void;
  /** Time goes by: to be called a few times a second. */
  readonly tick: () => void;
  /** records that wait for their acknowledgement; none where nothing is acknowledged */
  readonly kept: () => number;
  /** The power went and came back: what it has not written down is lost. Left out where nothing can be set. */
  readonly restart?: () => void;
};

/** A row of the table: one protocol as simulated trackers speak it. */
export type TrackerKind = {
  /** what such a line usually has */
  readonly baudRate: number;
  /** it says who it is, so that several may share a line */
  readonly sendsId: boolean;
  /** one receiver hears all of them: they are on one port */
  readonly sharesPort: boolean;
  /** it is acknowledged, and keeps what is not */
  readonly isAcknowledged: boolean;
  readonly ids: DeviceIds;
  /** the alert that it raises; left out by receivers, which have none */
  readonly alertName?: string;
  readonly create: (context: TrackerContext) => Tracker;
};

export type DeviceIds = {
  /** undefined: the name of the protocol */
  readonly prefix?: string;
  readonly pattern: RegExp;
  /** `pattern` in words */
  readonly expected: string;
  /** of the n-th tracker, from 1 */
  readonly nth: (prefix: string, n: number) => string;
};

export const plainIds: DeviceIds = {
  pattern: /^[\w.-]{1,40}$/,
  expected: '1 to 40 letters, digits, dots, underscores and hyphens',
  nth: (prefix, n) => `${prefix}-${n}`,
};

/** What a tracker does that only talks. */
export const transmitOnly = { onData: () => undefined, tick: () => undefined, kept: () => 0 } as const;

/** A GNSS receiver, which `say` gives a voice: it only talks, says no name, and has no button. */
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
