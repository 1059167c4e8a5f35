import type { SettingValue } from '../../../schema/provisioning/setting.js';
import type { CapabilityView } from '../provisioning/provisioning-data.js';

export type SettingView = CapabilityView['settings'][string];

/** What the field of a setting is called in its form. */
export const settingFieldName = (name: string): string => `setting:${name}`;

/** Is it filled in for each tracker? Then it is a text, whatever the setting is. */
export const isPattern = (value: SettingValue | undefined): value is string =>
  typeof value === 'string' && /\{[^{}]*\}/.test(value);

/** What is in a field as the API takes it; undefined: it is left as the tracker has it. */
export function parseSetting({ type, enum: choices }: SettingView, text: string): SettingValue | undefined {
  if (text === '') return undefined;
  if (isPattern(text)) return text;
  const chosen = choices?.find((choice) => String(choice) === text);
  if (chosen !== undefined) return chosen;
  if (type === 'boolean') return text === 'true';
  return type === 'string' ? text : Number(text);
}

/** Why a text can not be what the setting is to be; undefined when it can, as far as it can be told before. */
export function checkSetting(setting: SettingView, text: string): 'number' | 'whole' | 'limits' | 'secret' | undefined {
  const { type, minimum = -Infinity, maximum = Infinity, writeOnly } = setting;
  if (text === '' || isPattern(text)) return undefined;
  if (writeOnly === true) return 'secret';
  if (type !== 'integer' && type !== 'number') return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return 'number';
  if (type === 'integer' && !Number.isInteger(value)) return 'whole';
  return value < minimum || value > maximum ? 'limits' : undefined;
}
