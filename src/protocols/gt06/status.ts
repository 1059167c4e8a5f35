import { alarmNames, UNREADABLE_ALARM } from './alarms.js';

/** The cell: country, network, area and cell id, with a network of one byte. `4G`: longer area and cell id. */
const CELL_BYTES = { '2G': 8, '4G': 15 } as const;
/** With the first bit of the country set, the network has two bytes. */
const LONG_NETWORK = 0x80;
/** The mobile country codes of ITU-T E.212. */
const MIN_COUNTRY = 200;
const MAX_COUNTRY = 999;
/** the cells of models that send no length for them and have none in reach */
const NO_CELLS_BYTES = 45;

/** terminal information, battery level, signal, alarm and language */
const STATUS_BYTES = 5;
const MILEAGE_BYTES = 4;
const MAX_BATTERY_LEVEL = 6;
const MAX_PERCENT = 100;
/** as a level of 0 to 4, or as modems state it */
const MAX_SIGNAL = 31;
/** of the levels above */
const MAX_SIGNAL_LEVEL = 4;
/** 1: Chinese, 2: English; the first bit asks for a reply in it */
const MAX_LANGUAGE = 2;
/** V: a battery of one cell to a vehicle of 36 V */
const MIN_VOLTAGE = 3;
const MAX_VOLTAGE = 45;
const VOLTAGE_UNITS = 100;

export type CellKind = keyof typeof CELL_BYTES;

/** What a message has besides its position. */
export type Gt06Extra = {
  /** names of the alert */
  readonly alarms?: readonly string[];
  /** % */
  readonly battery?: number | undefined;
  readonly altitude?: number;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
};

/** Whether a cell, which starts with its country, may be at `at`. */
export function isCellAt(content: Buffer, at: number): boolean {
  if (content.length < at + 2) return false;
  const country = content.readUInt16BE(at) & ~(LONG_NETWORK << 8);
  return country >= MIN_COUNTRY && country <= MAX_COUNTRY;
}

export const cellBytes = (content: Buffer, at: number, kind: CellKind): number =>
  CELL_BYTES[kind] + ((content[at] ?? 0) & LONG_NETWORK ? 1 : 0);

/** % of a level from 0 to 6, or of trackers that report % themselves. */
export const batteryOf = (level: number): number | undefined => {
  if (level <= MAX_BATTERY_LEVEL) return Math.round((level * 100) / MAX_BATTERY_LEVEL);
  return level <= MAX_PERCENT ? level : undefined;
};

/**
 * The status after a cell at `at`. The message is an alarm by its number: where the status cannot be read, that there was
 * an alarm is all that is known. `tailBytes`: after the status, such as the number of a zone.
 */
export function readStatus(content: Buffer, at: number, kind: CellKind, tailBytes = 0): Gt06Extra {
  const hasLength = !isCellAt(content, at);
  const starts = hasLength ? startsByLength(content, at, kind) : [at + cellBytes(content, at, kind)];
  for (const [index, start] of starts.entries()) {
    const status = content.subarray(start, Math.max(start, content.length - tailBytes));
    // A second guess has to fit exactly: a misread alarm would be lost.
    const extra = index === 0 || status.length === STATUS_BYTES ? readFields(status, hasLength) : undefined;
    if (extra !== undefined) return extra;
    if (isUsualLevel(status)) break;
  }
  return { alarms: [UNREADABLE_ALARM] };
}

/** The length of the cell counts itself, as documented, or does not. */
function startsByLength(content: Buffer, at: number, kind: CellKind): readonly number[] {
  const length = content[at];
  if (length === undefined) return [];
  if (length === 0) return [at + 1 + NO_CELLS_BYTES, at + 1];
  const starts = [at + length, at + 1 + length];
  return length === cellBytes(content, at + 1, kind) ? starts.reverse() : starts;
}

/** V */
export const voltageAt = (content: Buffer, at: number): number => content.readUInt16BE(at) / VOLTAGE_UNITS;

/** undefined: other fields, because their number or a value is not that of a status */
function readFields(status: Buffer, hasLength: boolean): Gt06Extra | undefined {
  switch (status.length) {
    case STATUS_BYTES:
    case STATUS_BYTES + MILEAGE_BYTES:
      return isVoltageForm(status, hasLength) ? readVoltageForm(status) : readLevelForm(status);
    case STATUS_BYTES + 1:
      return isVoltage(status) && !isUsualLevel(status) ? readVoltageForm(status) : undefined;
    default:
      return undefined;
  }
}

/** terminal information, battery level, signal, alarm and language */
function readLevelForm([information = 0, level = 0, signal = 0, code = 0, language = 0]: Buffer):
  Gt06Extra | undefined {
  if (level > MAX_PERCENT || signal > MAX_PERCENT || (language & 0x7f) > MAX_LANGUAGE) return undefined;
  return { alarms: alarmNames(code, information), battery: batteryOf(level) };
}

/** terminal information, voltage in two bytes, signal and alarm, and a language that may be left out */
function readVoltageForm(status: Buffer): Gt06Extra {
  const [information = 0, , , , code = 0] = status;
  return { alarms: alarmNames(code, information), attributes: { externalVoltage: voltageAt(status, 1) } };
}

const isVoltage = (status: Buffer): boolean => {
  const voltage = voltageAt(status, 1);
  return voltage >= MIN_VOLTAGE && voltage <= MAX_VOLTAGE && (status[3] ?? 0) <= MAX_SIGNAL;
};

/** A battery level, a signal and a language that are usual, where a voltage hardly ever has these values. */
const isUsualLevel = ([, level = 0, signal = 0, , language = 0]: Buffer): boolean =>
  level <= MAX_BATTERY_LEVEL && signal <= MAX_SIGNAL_LEVEL && language > 0 && language <= MAX_LANGUAGE;

/** Both forms may have the same length. Models that send the voltage usually leave out the length of the cell. */
function isVoltageForm(status: Buffer, hasLength: boolean): boolean {
  if (!isVoltage(status)) return false;
  const [, , signal = 0, , language = 0] = status;
  return hasLength ? signal > MAX_SIGNAL || (language & 0x7f) > MAX_LANGUAGE : !isUsualLevel(status);
}

/** The battery in a heartbeat, in %; other models have other fields at the same place. */
export const heartbeatBattery = (content: Buffer): number | undefined => {
  const level = content[1];
  return content.length === STATUS_BYTES && level !== undefined && level <= MAX_BATTERY_LEVEL
    ? batteryOf(level)
    : undefined;
};
