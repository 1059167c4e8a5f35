import type { Fix } from '../fix.js';

/** What became of a record that was to be acknowledged. */
export type Settled = {
  readonly record: 'location' | 'alert';
  /** as the tracker said it, UTC */
  readonly dateTime: string;
  /** refused: for good, so it is not sent again. dropped: its memory was full. */
  readonly outcome: 'acknowledged' | 'refused' | 'dropped';
};

/** What a simulated tracker finds on board. */
export type OnBoard = {
  readonly deviceId: string;
  /** bytes of whole lines or packets, to go out at once */
  readonly send: (bytes: string | Uint8Array) => void;
  /** ms, monotonic */
  readonly now: () => number;
  /** from 0 to 1 */
  readonly random: () => number;
  readonly onSettled: (settled: Settled) => void;
};

export type Tracker = {
  /** measured: said at once, or as soon as it may be and until it is acknowledged */
  readonly report: (fix: Fix) => void;
  /** somebody calls for help there and then */
  readonly alert: (fix: Fix) => void;
  /** what came over the line */
  readonly hear: (bytes: Uint8Array) => void;
  /** Time goes by: to be called a few times a second. */
  readonly tick: () => void;
  /** records that wait for their acknowledgement; none where nothing is acknowledged */
  readonly kept: () => number;
};

/** A row of the table: one protocol as simulated trackers speak it. */
export type TrackerKind = {
  /** what such a line usually has */
  readonly baudRate: number;
  /** it says who it is, so that several may share a line */
  readonly isNamed: boolean;
  /** one receiver hears all of them: they are on one port */
  readonly heardTogether: boolean;
  /** it is acknowledged, and keeps what is not */
  readonly isAnswered: boolean;
  readonly ids: DeviceIds;
  readonly create: (onBoard: OnBoard) => Tracker;
};

export type DeviceIds = {
  /** undefined: the name of the protocol */
  readonly prefix?: string;
  readonly pattern: RegExp;
  /** `pattern` in words */
  readonly expected: string;
  /** of the n-th tracker, from 1 */
  readonly of: (prefix: string, n: number) => string;
};

export const plainIds: DeviceIds = {
  pattern: /^[\w.-]{1,40}$/,
  expected: '1 to 40 letters, digits, dots, underscores and hyphens',
  of: (prefix, n) => `${prefix}-${n}`,
};

/** What a tracker does that only talks. */
export const deaf = { hear: () => undefined, tick: () => undefined, kept: () => 0 } as const;
