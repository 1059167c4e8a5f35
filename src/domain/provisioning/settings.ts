import type { Setting, Settings, SettingValue } from '../../schema/setting.js';

type Table = Readonly<Record<string, Setting>>;

/** A text as the type of a setting has it; the text itself when it is none of that type. */
export function typed(value: SettingValue, setting: Setting | undefined): SettingValue {
  if (typeof value !== 'string' || setting === undefined) return value;
  if (setting.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (setting.type === 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  return Number(value);
}

/** Those that can be read, and so compared. */
export const readable = (settings: Settings, table: Table): Settings => part(settings, table, false);
/** Those that are secret. */
export const secret = (settings: Settings, table: Table): Settings => part(settings, table, true);

const part = (settings: Settings, table: Table, isSecret: boolean): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => (table[name]?.writeOnly === true) === isSecret));

/** What is not as it is wanted, in words; empty when all is. */
export const differences = (wanted: Settings, present: Settings): readonly string[] =>
  Object.entries(wanted).flatMap(([name, value]) => {
    const found = present[name];
    return found === value
      ? []
      : [`${name} is ${found === undefined ? 'not told' : JSON.stringify(found)}, asked was ${JSON.stringify(value)}`];
  });

/** The settings named in `names`, as far as they are there. */
export const picked = (settings: Settings, names: readonly string[]): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
