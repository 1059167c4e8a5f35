import { idSchema } from '../../schema/common.js';
import type { Setting, Settings, SettingValue } from '../provision.js';
import { isDecimal } from './fields.js';

/** Characters, and bytes of UTF-8: escaped, the line that carries them still has its 256. */
const MAX_TEXT_BYTES = 64;

/** Settings of a tracker, by their names on the wire. */
export const settings: Readonly<Record<string, Setting>> = {
  id: {
    type: 'string',
    description: 'the name under which it reports',
    maxLength: idSchema.maxLength,
    pattern: idSchema.pattern,
  },
  name: {
    type: 'string',
    description: 'a name for people, of at most 64 bytes in UTF-8 and without control characters',
    maxLength: MAX_TEXT_BYTES,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
  },
  key: {
    type: 'string',
    description: 'the key without which it can not be set up again: 128 bits as 32 hexadecimal digits',
    maxLength: 32,
    pattern: '^[0-9A-Fa-f]{32}$',
    writeOnly: true,
  },
  int: { type: 'integer', description: 's from one fix to the next while it stands', minimum: 5, maximum: 86_400 },
  intm: { type: 'integer', description: 's from one fix to the next while it moves', minimum: 1, maximum: 86_400 },
  dist: {
    type: 'integer',
    description: 'm after which there is a fix before its time; 0: never',
    minimum: 0,
    maximum: 100_000,
  },
  batch: { type: 'integer', description: 'fixes that are gathered and sent together', minimum: 1, maximum: 100 },
  baud: {
    type: 'integer',
    description: 'bit/s, the speed of its line',
    enum: [9_600, 115_200],
  },
  alr: {
    type: 'integer',
    description:
      'the alerts it raises, a sum: SOS 1, POWERCUT 2, LOWBAT 4, GEOIN 8, GEOOUT 16, OVERSPEED 32, MOVE 64, TAMPER 128, CUSTOM 256',
    minimum: 0,
    maximum: 511,
  },
  led: { type: 'boolean', description: 'its light shows what it does' },
  gnss: {
    type: 'integer',
    description: 'the satellites it uses, a sum: GPS 1, GLONASS 2, Galileo 4, BeiDou 8, QZSS 16, NavIC 32',
    minimum: 1,
    maximum: 63,
  },
};

/** As it stands in a line, before it is escaped. */
export const encodeValue = (value: SettingValue): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value);

/** Undefined when that is no value of such a setting. Beyond its range it is a value all the same. */
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

/** Why these can not be said to a tracker, in words; undefined when they can. */
export function invalidValue(settingsToWrite: Settings): string | undefined {
  for (const [name, value] of Object.entries(settingsToWrite)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (setting === undefined) return `there is no setting ${name}; there are ${Object.keys(settings).join(', ')}`;
    // None is what a tracker had that is given back what it had.
    if (name === 'id' && value === '') continue;
    if (setting.type === 'string' && !isValidText(setting, String(value))) {
      return `${name} can not be what is given; it is ${setting.description}`;
    }
  }
  return undefined;
}
