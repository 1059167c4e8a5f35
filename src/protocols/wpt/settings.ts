import { newDeviceIdSchema } from '../../schema/common.js';
import type { Setting, Settings, SettingValue } from '../provision.js';
import { isDecimal } from './fields.js';

/** Limit in characters and in bytes of UTF-8: even fully escaped, the line stays below 256 bytes. */
const MAX_TEXT_BYTES = 64;

/** By their names on the wire. */
export const settings: Readonly<Record<string, Setting>> = {
  id: {
    type: 'string',
    title: 'Device id',
    description: 'id that the tracker reports under',
    maxLength: newDeviceIdSchema.maxLength,
    pattern: newDeviceIdSchema.pattern,
  },
  name: {
    type: 'string',
    title: 'Name',
    description: 'name for people, at most 64 bytes of UTF-8, without control characters',
    maxLength: MAX_TEXT_BYTES,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
  },
  key: {
    type: 'string',
    title: 'Key',
    description: 'key that protects the settings: 128 bits as 32 hexadecimal digits',
    maxLength: 32,
    pattern: '^[0-9A-Fa-f]{32}$',
    writeOnly: true,
  },
  int: {
    type: 'integer',
    title: 'Interval while stopped',
    description: 'time between fixes while the tracker is stopped',
    unit: 's',
    minimum: 5,
    maximum: 86_400,
  },
  intm: {
    type: 'integer',
    title: 'Interval while moving',
    description: 'time between fixes while the tracker is moving',
    unit: 's',
    minimum: 1,
    maximum: 86_400,
  },
  dist: {
    type: 'integer',
    title: 'Distance',
    description: 'distance after which a fix is taken early; 0: never',
    unit: 'm',
    minimum: 0,
    maximum: 100_000,
  },
  batch: {
    type: 'integer',
    title: 'Batch size',
    description: 'number of fixes that are collected and sent together',
    minimum: 1,
    maximum: 100,
  },
  baud: {
    type: 'integer',
    title: 'Baud rate',
    description: 'speed of the serial port of the tracker',
    unit: 'bit/s',
    enum: [9_600, 115_200],
  },
  alr: {
    type: 'integer',
    title: 'Alerts',
    description:
      'alerts that the tracker raises, as a sum: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256',
    minimum: 0,
    maximum: 511,
  },
  led: { type: 'boolean', title: 'Status light', description: 'whether the status light is on' },
  gnss: {
    type: 'integer',
    title: 'Satellite systems',
    description:
      'satellite systems that the receiver uses, as a sum: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32',
    minimum: 1,
    maximum: 63,
  },
};

/** The text of a value in a line, before escaping. */
export const encodeValue = (value: SettingValue): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value);

/** Undefined if the text is not a value of the setting's type; its range is not checked. */
export function decodeValue({ type }: Setting, text: string): SettingValue | undefined {
  switch (type) {
    case 'string':
      return text;
    case 'boolean':
      return text === '0' || text === '1' ? text === '1' : undefined;
    case 'integer':
    case 'number':
      return isDecimal(text) ? Number(text) : undefined;
  }
}

export const isValidText = ({ pattern = '' }: Setting, text: string): boolean =>
  new RegExp(pattern, 'u').test(text) && Buffer.byteLength(text) <= MAX_TEXT_BYTES;

/** Why these settings cannot be sent to a tracker; undefined when they can. */
export function invalidValue(settingsToWrite: Settings): string | undefined {
  for (const [name, value] of Object.entries(settingsToWrite)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (setting === undefined) return `no setting ${name}: use one of ${Object.keys(settings).join(', ')}`;
    // An empty id restores a tracker that had none.
    if (name === 'id' && value === '') continue;
    if (setting.type === 'string' && !isValidText(setting, String(value))) {
      return `invalid ${name}: expected ${setting.description}`;
    }
  }
  return undefined;
}
