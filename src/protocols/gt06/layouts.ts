import { cameraAlarmName, UNREADABLE_ALARM } from './alarms.js';
import {
  readAltitude,
  readCameraCode,
  readCard,
  readCardNumber,
  readDoorContact,
  readJc400,
  readLw4gStatus,
  readSl4xStatus,
  readVl103Card,
  readX1Driver,
  statusAfter,
  uploadAfter,
} from './extras.js';
import type { Gt06Packet } from './packets.js';
import { DATE_BYTES, fieldsAt, POSITION_BYTES, readPlace, readTime, type PlaceFields } from './position.js';
import { isCellAt, readStatus, type Gt06Extra } from './status.js';

/** How a message is laid out. */
export type Gt06Layout = {
  /** Where the date is; left out where there is none. */
  readonly dateAt?: number;
  /** Where the position is; left out where there is none. */
  readonly place?: PlaceFields;
  /** of the length of the position, in front of it: 0 where there is none */
  readonly placeLengthAt?: number;
  /** the clock shows the time zone of the login; the newer twin of the message has UTC */
  readonly isLocalTime?: true;
  /** An alarm by its number: it raises an alert, even if its time or position is malformed. */
  readonly isAlarm?: true;
  readonly readExtra?: (content: Buffer) => Gt06Extra;
};

/** The layout and the content from where it applies. */
export type Gt06Message = { readonly layout: Gt06Layout; readonly content: Buffer; readonly imei?: string };

const local = { dateAt: 0, place: fieldsAt(0), isLocalTime: true } as const;
const utc = { dateAt: 0, place: fieldsAt(0) } as const;

/** Messages that start with a position, by protocol number. */
const POSITIONS: ReadonlyMap<number, Gt06Layout> = new Map<number, Gt06Layout>([
  [0x10, local],
  [0x11, local],
  [0x12, local],
  [0x16, { ...local, isAlarm: true, readExtra: statusAfter('2G') }],
  [0x1a, local],
  [0x1e, local],
  [0x22, { ...utc, readExtra: uploadAfter('2G') }],
  [0x26, { ...utc, isAlarm: true, readExtra: statusAfter('2G') }],
  [0x27, { ...utc, isAlarm: true, readExtra: statusAfter('2G', 1) }],
  [0x2d, { ...utc, readExtra: uploadAfter('2G') }],
  // AZ735, SL4X
  [0x31, { ...utc, readExtra: readAltitude }],
  [0x32, { ...utc, isAlarm: true, readExtra: readSl4xStatus }],
  [0x37, { ...utc, readExtra: uploadAfter('2G') }],
  [0x38, utc],
  [0xa0, { ...utc, readExtra: uploadAfter('4G') }],
  [0xa3, { ...utc, isAlarm: true, readExtra: statusAfter('4G') }],
  [0xa4, { ...utc, isAlarm: true, readExtra: statusAfter('4G', 1) }],
]);

/** Numbers under which other models send other content. */
const POSSIBLE_POSITIONS: ReadonlyMap<number, Gt06Layout> = new Map<number, Gt06Layout>([
  [0x17, { ...local, readExtra: readCard }],
  [0x18, local],
  [0x24, utc],
  [0x28, utc],
  [0x2c, utc],
  [0x2e, utc],
  [0x61, { ...utc, readExtra: readCardNumber }],
  [0xa1, utc],
  [0xa2, { ...utc, readExtra: readLw4gStatus }],
]);

/** Alarms whatever follows their number; the others have other content on some models. */
const ALWAYS_ALARMS = new Set([0x16, 0x26, 0x27]);
const UNREADABLE: Gt06Layout = { isAlarm: true, readExtra: () => ({ alarms: [UNREADABLE_ALARM] }) };

const CELL: Gt06Layout = { isAlarm: true, readExtra: (content) => readStatus(content, 0, '2G') };
const CELL_WITH_POSITION: Gt06Layout = { ...local, isAlarm: true, readExtra: statusAfter('2G') };
const LONG_CELL: Gt06Layout = { isAlarm: true, readExtra: (content) => readStatus(content, 0, '4G') };
/** Data and alarm bits are in front. */
const X1_LAYOUT: Gt06Layout = { dateAt: 4, place: fieldsAt(4), readExtra: readX1Driver };
const VL103_LAYOUT: Gt06Layout = { ...utc, readExtra: readVl103Card };

const CAMERA_CODE_AT = 16;
const CAMERA_PLACE = { latitude: 6, longitude: 10, status: 14 };
const codeAt =
  (at: number) =>
  (content: Buffer): Gt06Extra => ({ alarms: [cameraAlarmName(content.readUInt8(at))] });
const CAMERA_TIME: Gt06Layout = { dateAt: 0, isAlarm: true, readExtra: codeAt(DATE_BYTES) };
const CAMERA_POSITION: Gt06Layout = {
  dateAt: 0,
  place: CAMERA_PLACE,
  isAlarm: true,
  readExtra: codeAt(CAMERA_CODE_AT),
};
const CAMERA_LONG_POSITION: Gt06Layout = { ...utc, isAlarm: true, readExtra: readCameraCode };
const JC400_MARK = 0xffff;
const JC400_BYTES = 25;
const JC400: Gt06Layout = {
  dateAt: 3,
  place: { satellites: 9, latitude: 10, longitude: 14, status: 18, speed: 21 },
  isAlarm: true,
  readExtra: readJc400,
};

/** `79 79`, AZ735: the position has its length in front. */
const EXTENDED: ReadonlyMap<number, Gt06Layout> = new Map<number, Gt06Layout>([
  [0x32, { dateAt: 0, placeLengthAt: 6, place: fieldsAt(1) }],
  [0x33, { dateAt: 0, placeLengthAt: 6, place: fieldsAt(1), isAlarm: true, readExtra: readDoorContact }],
]);

/** Cells and Wi-Fi networks in reach, by protocol number. */
const SURROUNDINGS = new Set([0x18, 0x24, 0x28, 0x2c, 0x2e, 0xa1, 0xa2]);
const CELL_ALARM = 0x19;
const LONG_CELL_ALARM = 0xa5;
const CAMERA = 0x95;
const X1 = 0x34;
const X1_PLACE_BYTES = 22;
const SL4X_CELLS_BYTES = 50;
/** of the VL103; shorter ones are heartbeats of other models */
const VL103 = 0x36;
const VL103_POSITION_BYTES = 26;
/** It waits for the address of its position, which the gateway does not know. */
const ADDRESS_REQUEST = 0x2a;
const S20_CELLS = 0x24;
const S20_CELLS_BYTES = 44;
/** The upper half of the number of satellites: the bytes of the position. */
const PLACE_BYTES = 12;

const IMEI_BYTES = 8;
/** Of the alarms A3 and A4; shorter content without a date is a status of other models. */
const LONG_ALARM_BYTES = 39;

const hasDate = (content: Buffer, at = 0): boolean =>
  content.length >= at + DATE_BYTES && typeof readTime(content, at, 0) === 'object';

const isSl4xCells = (content: Buffer): boolean => content.length === SL4X_CELLS_BYTES && hasDate(content);

const isSpace10xCells = (content: Buffer): boolean =>
  !isCellAt(content, 0) && hasDate(content) && isCellAt(content, DATE_BYTES);

/** Whether a message has the cells and networks in reach, not a position. */
export function isSurroundings({ isExtended, type, content }: Gt06Packet): boolean {
  if (isExtended) return false;
  if (type === X1) return isSl4xCells(content);
  return SURROUNDINGS.has(type) || (type === CELL_ALARM && isSpace10xCells(content));
}

/** Whether the content is that of message 12: a date, then satellites and a position, where others have a cell. */
function startsWithPosition(content: Buffer): boolean {
  if (content.length < POSITION_BYTES || isCellAt(content, DATE_BYTES)) return false;
  if (readTime(content, 0, 0) === 'malformed') return false;
  return readPlace(content, utc.place) !== 'malformed';
}

/** With the length of the position and a fix, a position has this form under any number. */
const isUnmistakable = (content: Buffer): boolean =>
  startsWithPosition(content) &&
  hasDate(content) &&
  content.readUInt8(DATE_BYTES) >> 4 === PLACE_BYTES &&
  readPlace(content, utc.place) !== 'none';

/** Some models put the IMEI in front of the date, or the source of the position, the IMEI and the time of sending. */
function withoutImei(content: Buffer): { readonly content: Buffer; readonly imei?: string } {
  for (const [imeiAt, start] of [
    [0, IMEI_BYTES],
    [1, 1 + IMEI_BYTES + DATE_BYTES],
  ] as const) {
    const digits = content.toString('hex', imeiAt, imeiAt + IMEI_BYTES);
    if (/^0\d{15}$/.test(digits) && hasDate(content, imeiAt + IMEI_BYTES) && hasDate(content, start)) {
      return { content: content.subarray(start), imei: digits.slice(1) };
    }
  }
  return { content };
}

/** undefined: the message has neither time nor alarm, or is not supported */
export function messageOf(packet: Gt06Packet): Gt06Message | undefined {
  const { isExtended, type } = packet;
  if (isExtended) {
    const layout = EXTENDED.get(type);
    if (layout === undefined || packet.content.length > DATE_BYTES)
      return layout && { layout, content: packet.content };
    return layout.isAlarm === true ? { layout: UNREADABLE, content: packet.content } : undefined;
  }
  const message = withoutImei(packet.content);
  const layout = layoutOf(type, message.content);
  return layout && { layout, ...message };
}

function layoutOf(type: number, content: Buffer): Gt06Layout | undefined {
  const { length } = content;
  if (type === CAMERA) return cameraLayout(content);
  if (type === LONG_CELL_ALARM) return LONG_CELL;
  if (type === CELL_ALARM) return isSpace10xCells(content) ? undefined : cellAlarmLayout(content);
  if (type === X1) return length < X1_PLACE_BYTES || isSl4xCells(content) ? undefined : X1_LAYOUT;
  if (type === VL103) return length < VL103_POSITION_BYTES ? undefined : VL103_LAYOUT;
  const layout = POSITIONS.get(type);
  if (layout === undefined) return possibleLayout(type, content);
  if (ALWAYS_ALARMS.has(type)) return length < POSITION_BYTES ? UNREADABLE : layout;
  const isStatus = layout.isAlarm === true && length < LONG_ALARM_BYTES && !hasDate(content);
  return length < POSITION_BYTES || isStatus ? undefined : layout;
}

const cellAlarmLayout = (content: Buffer): Gt06Layout =>
  isCellAt(content, 0) || !startsWithPosition(content) ? CELL : CELL_WITH_POSITION;

function possibleLayout(type: number, content: Buffer): Gt06Layout | undefined {
  const layout = POSSIBLE_POSITIONS.get(type);
  if (layout === undefined) return type !== ADDRESS_REQUEST && isUnmistakable(content) ? utc : undefined;
  // WanWay S20: a byte between the date and the cells
  const mayBeCells = type === S20_CELLS && content.length === S20_CELLS_BYTES && isCellAt(content, DATE_BYTES + 1);
  return startsWithPosition(content) && (!mayBeCells || isUnmistakable(content)) ? layout : undefined;
}

/** Some cameras send no position, some one without satellites and speed, and some that of message 12. */
function cameraLayout(content: Buffer): Gt06Layout | undefined {
  const { length } = content;
  if (length <= DATE_BYTES) return UNREADABLE;
  if (length >= JC400_BYTES && content.readUInt16BE(0) === JC400_MARK) return JC400;
  if (length > CAMERA_CODE_AT && readPlace(content, CAMERA_PLACE) !== 'malformed') return CAMERA_POSITION;
  return startsWithPosition(content) ? CAMERA_LONG_POSITION : CAMERA_TIME;
}
