import type { Setting, SettingValue } from '../provision.js';

const timeOfDay = { type: 'string', pattern: '^([01][0-9]|2[0-3])[0-5][0-9]$' } as const;
const seconds = { type: 'integer', unit: 's', minimum: 5, maximum: 86_400 } as const;

export const settings = {
  fixInterval: { ...seconds, title: 'Fix interval', description: 'time between two measured positions' },
  sendInterval: { ...seconds, title: 'Send interval', description: 'time between two reports' },
  reportMode: {
    type: 'integer',
    title: 'Report mode',
    description:
      'when the tracker reports: 0 never, 1 by time, 2 by distance, 3 by mileage, 4 after both time and mileage, ' +
      '5 by time, network cells only, 6 after time or mileage',
    minimum: 0,
    maximum: 6,
  },
  discardNoFix: {
    type: 'boolean',
    title: 'Skip reports without fix',
    description: 'without a fix, the tracker reports nothing; otherwise it reports the last known position',
  },
  beginTime: { ...timeOfDay, title: 'Start time', description: 'HHMM, daily start of reporting' },
  endTime: {
    ...timeOfDay,
    title: 'End time',
    description: 'HHMM, daily end of reporting; same as the start time: all day',
  },
  distance: {
    type: 'integer',
    title: 'Distance',
    description: 'straight-line distance between two reports, when reporting by distance',
    unit: 'm',
    minimum: 0,
    maximum: 65_535,
  },
  name: {
    type: 'string',
    title: 'Device name',
    description: 'name in the reports; printable ASCII without , $ = : and not in the form of a VIN',
    maxLength: 20,
    // No delimiter of a field, a command or a report header, and not the form of a VIN: a VIN may precede the name, and
    // such a name would be taken for it.
    pattern: '^(?![A-HJ-NPR-Z0-9]{17}$)[ -#%-+.-9;<>-~\\-]+$',
  },
  acknowledge: {
    type: 'boolean',
    title: 'Acknowledgement',
    description: 'the tracker keeps each report until it is acknowledged (SACK)',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name);

/** Why a value cannot be sent to a tracker; undefined when it can. */
export function describeProblem(name: string, value: SettingValue): string | undefined {
  if (!isSetting(name)) return `no setting ${name}: use one of ${Object.keys(settings).join(', ')}`;
  const setting: Setting = settings[name];
  const { type, minimum = -Infinity, maximum = Infinity, maxLength = Infinity, pattern = '' } = setting;
  const isValid =
    typeof value === 'number'
      ? type === 'integer' && Number.isInteger(value) && value >= minimum && value <= maximum
      : typeof value === type && (typeof value === 'boolean' || isValidText(value, maxLength, pattern));
  if (isValid) return undefined;
  const range = type === 'integer' ? ` from ${minimum} to ${maximum}` : '';
  return `${name} cannot be ${JSON.stringify(value)}: expected ${type}${range}, ${setting.description}`;
}

const isValidText = (text: string, maxLength: number, pattern: string): boolean =>
  text.length <= maxLength && new RegExp(pattern, 'u').test(text);
