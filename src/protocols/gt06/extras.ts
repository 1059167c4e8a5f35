import { driverIdOf } from '../../domain/records/driver.js';
import { alarmNames, cameraAlarmName, doorContactAlarmName, UNREADABLE_ALARM } from './alarms.js';
import { POSITION_BYTES } from './position.js';
import { batteryOf, cellBytes, isCellAt, readStatus, voltageAt, type CellKind, type Gt06Extra } from './status.js';

/** What messages have after their position; 2G and 4G are the kinds of their cell. */

const NOTHING: Gt06Extra = {};

/** Why a position was sent, where the message says so after the cell. */
export const uploadAfter =
  (kind: CellKind) =>
  (content: Buffer): Gt06Extra => {
    const from = POSITION_BYTES + cellBytes(content, POSITION_BYTES, kind);
    const [ignition, mode, isLate] = content.subarray(from);
    if (ignition === undefined || mode === undefined || isLate === undefined || ignition > 1 || isLate > 1) {
      return NOTHING;
    }
    return { attributes: { ignition: ignition === 1, uploadMode: mode, ...(isLate === 1 && { buffered: true }) } };
  };

/** `tailBytes`: after the status, such as the number of a zone. */
export const statusAfter =
  (kind: CellKind, tailBytes = 0) =>
  (content: Buffer): Gt06Extra =>
    readStatus(content, POSITION_BYTES, kind, tailBytes);

const ALTITUDE_AT = 35;

/** AZ735 and SL4X, message 31: the altitude at the end. */
export const readAltitude = (content: Buffer): Gt06Extra =>
  content.length < ALTITUDE_AT + 2 ? NOTHING : { altitude: content.readInt16BE(ALTITUDE_AT) };

const SL4X_BYTES = 36;
const SL4X_TAIL_BYTES = 2;

/** SL4X, message 32: longer ones have the altitude after the status. */
export const readSl4xStatus = (content: Buffer): Gt06Extra =>
  readStatus(content, POSITION_BYTES, '2G', content.length === SL4X_BYTES ? SL4X_TAIL_BYTES : 0);

const LW4G_BYTES = 59;
/** after the cell and the kind of network */
const LW4G_STATUS_AT = 34;
const LW4G_CODE_AT = 39;

/** The codes above mean something else on these models, or no alarm. */
const LW4G_MAX_CODE = 0x06;

/** LW4G, message A2: the cell, the kind of network, then the status with both a voltage and a battery level. */
export function readLw4gStatus(content: Buffer): Gt06Extra {
  if (content.length !== LW4G_BYTES) return NOTHING;
  const code = content.readUInt8(LW4G_CODE_AT);
  return {
    alarms: alarmNames(code > LW4G_MAX_CODE ? 0 : code, content.readUInt8(LW4G_STATUS_AT)),
    battery: batteryOf(content.readUInt8(LW4G_STATUS_AT + 3)),
    attributes: { externalVoltage: voltageAt(content, LW4G_STATUS_AT + 1) },
  };
}

const CARD_BYTES = 8;
const VL103_BYTES = 48;
const VL103_CARD_AT = 40;
const X1_BYTES = 55;
const X1_DRIVER_AT = 37;
const NUMBERED_CARD_BYTES = 33;
const NUMBERED_CARD_AT = 27;

function withDriverId(text: string): Gt06Extra {
  const driverId = driverIdOf(text);
  return driverId === undefined ? NOTHING : { attributes: { driverId } };
}

const cardAt = (content: Buffer, at: number): Gt06Extra => withDriverId(content.toString('hex', at, at + CARD_BYTES));

/** Message 17: the card of the driver after the cell. */
export function readCard(content: Buffer): Gt06Extra {
  const from = POSITION_BYTES + cellBytes(content, POSITION_BYTES, '2G');
  return content.length < from + CARD_BYTES ? NOTHING : cardAt(content, from);
}

/** VL103 with a card reader, message 36. */
export const readVl103Card = (content: Buffer): Gt06Extra =>
  content.length === VL103_BYTES ? cardAt(content, VL103_CARD_AT) : NOTHING;

/** X1, message 34: the number of the driver. */
export const readX1Driver = (content: Buffer): Gt06Extra =>
  content.length === X1_BYTES ? withDriverId(String(content.readUInt32BE(X1_DRIVER_AT))) : NOTHING;

/** Message 61: the number of the card at the end. */
export const readCardNumber = (content: Buffer): Gt06Extra =>
  content.length === NUMBERED_CARD_BYTES ? withDriverId(String(content.readUIntBE(NUMBERED_CARD_AT, 6))) : NOTHING;

const CELL_LENGTH_AT = 19;
const PLACE_LENGTH_AT = 6;

/** AZ735, extended message 33: after cell, signal, further cells and networks, each with its length, the alarm. */
export function readDoorContact(content: Buffer): Gt06Extra {
  let at = content[PLACE_LENGTH_AT] === 0 ? PLACE_LENGTH_AT + 1 : CELL_LENGTH_AT;
  const cell = content[at] ?? 0;
  at += cell === 0 ? 1 : cell + 1;
  at += 1 + (content[at] ?? 0);
  at += 1 + (content[at] ?? 0);
  const code = content[at];
  if (code === undefined) return { alarms: [UNREADABLE_ALARM] };
  const name = doorContactAlarmName(code);
  return name === undefined ? NOTHING : { alarms: [name] };
}

/** Dashboard cameras, message 95: the code after a position as in message 12, where no cell follows. */
export function readCameraCode(content: Buffer): Gt06Extra {
  const code = isCellAt(content, POSITION_BYTES) ? undefined : content[POSITION_BYTES];
  return { alarms: [code === undefined ? UNREADABLE_ALARM : cameraAlarmName(code)] };
}

const JC400_VOLTAGE_AT = 22;
const JC400_CODE_AT = 24;

/** JC400, message 95: the position has its speed in two bytes at the end; then tenths of a volt and the code. */
export const readJc400 = (content: Buffer): Gt06Extra => ({
  alarms: [cameraAlarmName(content.readUInt8(JC400_CODE_AT))],
  attributes: { externalVoltage: content.readUInt16BE(JC400_VOLTAGE_AT) / 10 },
});
