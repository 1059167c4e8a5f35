import type { Setting, TrackerSettings, SettingValue } from '../../schema/provisioning/setting.js';

type SettingTable = Readonly<Record<string, Setting>>;

/** A text as the type of a setting has it; the text itself when it is none of that type. */
export function coerceSetting(value: SettingValue, setting: Setting | undefined): SettingValue {
  if (typeof value !== 'string' || setting === undefined) return value;
  if (setting.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (setting.type === 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  return Number(value);
}

/** Those that can be read, and so compared. */
export const readableSettings = (settings: TrackerSettings, table: SettingTable): TrackerSettings =>
  filterSecret(settings, table, false);
/** Those that are secret. */
export const secretSettings = (settings: TrackerSettings, table: SettingTable): TrackerSettings =>
  filterSecret(settings, table, true);

const filterSecret = (settings: TrackerSettings, table: SettingTable, isSecret: boolean): TrackerSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => (table[name]?.writeOnly === true) === isSecret));

/** What is not as it is wanted, in words; empty when all is. */
export const describeDifferences = (desired: TrackerSettings, present: TrackerSettings): readonly string[] =>
  Object.entries(desired).flatMap(([name, value]) => {
    const found = present[name];
    return found === value
      ? []
      : [`${name} is ${found === undefined ? 'not told' : JSON.stringify(found)}, asked was ${JSON.stringify(value)}`];
  });

/** The settings named in `names`, as far as they are there. */
export const pickSettings = (settings: TrackerSettings, names: readonly string[]): TrackerSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
