import { alarmName, cameraAlarmName, unknownAlarm } from './alarms.js';
import type { Gt06Packet } from './packets.js';
import { fieldsAt, POSITION_BYTES } from './position.js';

/** The cell: country, network, area and cell id, with a network of one byte. `4G`: longer area and cell id. */
const CELL_BYTES = { '2G': 8, '4G': 15 } as const;
/** With the first bit of the country set, the network has two bytes. */
const LONG_NETWORK = 0x80;
/** terminal information, battery level, signal, alarm and language */
const ALARM_BYTES = 5;
const FENCE_BYTES = 1;
const MILEAGE_BYTES = 4;
const MAX_BATTERY_LEVEL = 6;

type CellKind = keyof typeof CELL_BYTES;

/** What a message has besides its position. */
export type Gt06Extra = {
  /** name of the alert */
  readonly alarm?: string | undefined;
  /** % */
  readonly battery?: number | undefined;
  readonly altitude?: number;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
};

/** How a message with a time is laid out. */
export type Gt06Layout = {
  /** shorter content is another message with this number */
  readonly minBytes: number;
  /** Where the date is. */
  readonly dateAt: number;
  /** Where the position is; left out where there is none. */
  readonly place?: ReturnType<typeof fieldsAt>;
  /** of the length of the position, in front of it: 0 where there is none */
  readonly placeLengthAt?: number;
  /** the clock shows the time zone of the login; the newer twin of the message has UTC */
  readonly isLocalTime?: true;
  readonly readExtra?: (content: Buffer) => Gt06Extra;
};

const NOTHING: Gt06Extra = {};

/** Why a position was sent, where the message says so after the cell. */
const uploadAfter =
  (kind: CellKind) =>
  (content: Buffer): Gt06Extra => {
    const from = POSITION_BYTES + cellBytes(content, POSITION_BYTES, kind);
    const [ignition, mode, isLate] = content.subarray(from);
    if (ignition === undefined || mode === undefined || isLate === undefined || ignition > 1 || isLate > 1) {
      return NOTHING;
    }
    return { attributes: { ignition: ignition === 1, uploadMode: mode, ...(isLate === 1 && { buffered: true }) } };
  };

const cellBytes = (content: Buffer, at: number, kind: CellKind): number =>
  CELL_BYTES[kind] + ((content[at] ?? 0) & LONG_NETWORK ? 1 : 0);

/** % of a level from 0 to 6, or of trackers that report % themselves. */
const batteryOf = (level: number): number | undefined => {
  if (level <= MAX_BATTERY_LEVEL) return Math.round((level * 100) / MAX_BATTERY_LEVEL);
  return level <= 100 ? level : undefined;
};

/** The status after a cell at `at`. Only the documented lengths are read: others have other fields at the same place. */
function readStatus(content: Buffer, at: number, kind: CellKind, hasFence: boolean): Gt06Extra {
  const status = content.subarray(at + cellBytes(content, at, kind));
  const bytes = status.length - (hasFence ? FENCE_BYTES : 0);
  if (bytes === ALARM_BYTES || bytes === ALARM_BYTES + MILEAGE_BYTES) {
    const [information = 0, level = 0, , code = 0] = status;
    return { alarm: alarmName(code, information), battery: batteryOf(level) };
  }
  // The battery in two bytes, in %.
  if (bytes !== ALARM_BYTES + 1 || hasFence) return NOTHING;
  const [information = 0, , percent = 0, , code = 0] = status;
  return { alarm: alarmName(code, information), battery: percent <= 100 ? percent : undefined };
}

/** The status after a cell that has its length in front; 0: other fields follow. */
const statusAfter =
  (kind: CellKind, hasFence: boolean) =>
  (content: Buffer): Gt06Extra =>
    content[POSITION_BYTES] === 0 ? NOTHING : readStatus(content, POSITION_BYTES + 1, kind, hasFence);

const position: Gt06Layout = { minBytes: POSITION_BYTES, dateAt: 0, place: fieldsAt(0) };

/** Messages with a start of `78 78`, by protocol number. */
const LAYOUTS: ReadonlyMap<number, Gt06Layout> = new Map<number, Gt06Layout>([
  [0x10, { ...position, isLocalTime: true }],
  [0x11, { ...position, isLocalTime: true }],
  [0x12, { ...position, isLocalTime: true }],
  [0x16, { ...position, isLocalTime: true, readExtra: statusAfter('2G', false) }],
  [0x22, { ...position, readExtra: uploadAfter('2G') }],
  [0x26, { ...position, readExtra: statusAfter('2G', false) }],
  [0x27, { ...position, readExtra: statusAfter('2G', true) }],
  // AZ735: the altitude at the end
  [0x31, { ...position, minBytes: 37, readExtra: (content) => ({ altitude: content.readInt16BE(35) }) }],
  // X1: data and alarm bits in front
  [0x34, { ...position, minBytes: 22, dateAt: 4, place: fieldsAt(4) }],
  // VL103; shorter ones are heartbeats of other models
  [0x36, { ...position, minBytes: 26 }],
  [0x37, { ...position, readExtra: uploadAfter('2G') }],
  // dashboard cameras
  [
    0x95,
    {
      minBytes: 17,
      dateAt: 0,
      place: { latitude: 6, longitude: 10, status: 14 },
      readExtra: (content) => ({ alarm: cameraAlarmName(content.readUInt8(16)) }),
    },
  ],
  [0xa0, { ...position, readExtra: uploadAfter('4G') }],
  [0xa3, { ...position, minBytes: 39, readExtra: statusAfter('4G', false) }],
  [0xa4, { ...position, minBytes: 39, readExtra: statusAfter('4G', true) }],
]);

/** The same for `79 79`. */
const EXTENDED_LAYOUTS: ReadonlyMap<number, Gt06Layout> = new Map<number, Gt06Layout>([
  // AZ735
  [0x32, { minBytes: 7, dateAt: 0, placeLengthAt: 6, place: fieldsAt(1) }],
]);

/** The first messages of dashboard cameras had no position. */
const CAMERA_ALARM = 0x95;
const CAMERA_ALARM_WITHOUT_POSITION: Gt06Layout = {
  minBytes: 7,
  dateAt: 0,
  readExtra: (content) => ({ alarm: unknownAlarm(content.readUInt8(6)) }),
};

/** The layout of a message with a time; undefined: the message has none, or is not supported. */
export function layoutOf({ isExtended, type, content }: Gt06Packet): Gt06Layout | undefined {
  if (isExtended) return EXTENDED_LAYOUTS.get(type);
  if (type === CAMERA_ALARM && content.length === CAMERA_ALARM_WITHOUT_POSITION.minBytes) {
    return CAMERA_ALARM_WITHOUT_POSITION;
  }
  const layout = LAYOUTS.get(type);
  return layout !== undefined && content.length >= layout.minBytes ? layout : undefined;
}

/** Alarms without position and time: the cell, then the status. */
export const CELL_ALARMS: ReadonlyMap<number, (content: Buffer) => Gt06Extra> = new Map([
  [0x19, (content: Buffer): Gt06Extra => readStatus(content, 0, '2G', false)],
  [0xa5, (content: Buffer): Gt06Extra => readStatus(content, 0, '4G', false)],
]);

/** The battery in a heartbeat, in %; other models have other fields at the same place. */
export const heartbeatBattery = (content: Buffer): number | undefined => {
  const level = content[1];
  return content.length === ALARM_BYTES && level !== undefined && level <= MAX_BATTERY_LEVEL
    ? batteryOf(level)
    : undefined;
};
