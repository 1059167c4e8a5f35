import type { Setting, SettingValue } from '../provision.js';

const timeOfDay = { type: 'string', pattern: '^([01][0-9]|2[0-3])[0-5][0-9]$' } as const;
const seconds = { type: 'integer', minimum: 5, maximum: 86_400 } as const;

export const settings = {
  fixInterval: { ...seconds, description: 's between two positions that are measured' },
  sendInterval: { ...seconds, description: 's between two reports' },
  reportMode: {
    type: 'integer',
    minimum: 0,
    maximum: 6,
    description:
      'when it reports: 0 never, 1 by time, 2 by distance, 3 by mileage, 4 when time and mileage are over, ' +
      '5 by time, the cells of the network alone, 6 when time or mileage is over',
  },
  discardNoFix: {
    type: 'boolean',
    description: 'without a fix it reports nothing; else the last position known',
  },
  beginTime: { ...timeOfDay, description: 'HHMM, when it begins to report each day' },
  endTime: { ...timeOfDay, description: 'HHMM, when it ends; the same: it reports all day' },
  distance: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description: 'm in a straight line between two reports, where it reports by distance',
  },
  name: {
    type: 'string',
    maxLength: 20,
    // No delimiter of a field, a command or the head of a report, and not the form of a vehicle's number, which may
    // stand before the name and would be taken for it.
    pattern: '^(?![A-HJ-NPR-Z0-9]{17}$)[ -#%-+.-9;<>-~\\-]+$',
    description: 'the name in its reports; printable ASCII without , $ = : and not in the form of a VIN',
  },
  acknowledge: {
    type: 'boolean',
    description: 'it keeps each report until it is acknowledged (SACK)',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name);

/** Why a value can not be said; undefined when it can. */
export function describeProblem(name: string, value: SettingValue): string | undefined {
  if (!isSetting(name)) return `there is no setting ${name}; there are ${Object.keys(settings).join(', ')}`;
  const setting: Setting = settings[name];
  const { type, minimum = -Infinity, maximum = Infinity, maxLength = Infinity, pattern = '' } = setting;
  const isValid =
    typeof value === 'number'
      ? type === 'integer' && Number.isInteger(value) && value >= minimum && value <= maximum
      : typeof value === type && (typeof value === 'boolean' || isValidText(value, maxLength, pattern));
  if (isValid) return undefined;
  const range = type === 'integer' ? ` from ${minimum} to ${maximum}` : '';
  return `${name} can not be ${JSON.stringify(value)}: expected is ${type}${range}: ${setting.description}`;
}

const isValidText = (text: string, maxLength: number, pattern: string): boolean =>
  text.length <= maxLength && new RegExp(pattern, 'u').test(text);
