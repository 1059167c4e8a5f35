import type { Setting, TrackerSettings, SettingValue } from '../../schema/provisioning/setting.js';

type SettingTable = Readonly<Record<string, Setting>>;

/** Converts a text to the type of its setting; returns the text if it does not have that type. */
export function coerceSetting(value: SettingValue, setting: Setting | undefined): SettingValue {
  if (typeof value !== 'string' || setting === undefined) return value;
  if (setting.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (setting.type === 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  return Number(value);
}

/** The settings that can be read back and compared. */
export const readableSettings = (settings: TrackerSettings, table: SettingTable): TrackerSettings =>
  filterSecret(settings, table, false);
/** The write-only settings. */
export const secretSettings = (settings: TrackerSettings, table: SettingTable): TrackerSettings =>
  filterSecret(settings, table, true);

const filterSecret = (settings: TrackerSettings, table: SettingTable, isSecret: boolean): TrackerSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => (table[name]?.writeOnly === true) === isSecret));

/** Describes each setting that differs from the desired one. */
export const describeDifferences = (desired: TrackerSettings, present: TrackerSettings): readonly string[] =>
  Object.entries(desired).flatMap(([name, value]) => {
    const found = present[name];
    return found === value
      ? []
      : [
          `${name} is ${found === undefined ? 'not reported' : JSON.stringify(found)}, requested was ${JSON.stringify(value)}`,
        ];
  });

/** The settings in `names` that exist. */
export const pickSettings = (settings: TrackerSettings, names: readonly string[]): TrackerSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
