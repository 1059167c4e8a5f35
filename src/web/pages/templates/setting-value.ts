import type { SettingValue } from '../../../schema/provisioning/setting.js';
import type { CapabilityView } from '../provisioning/provisioning-data.js';

export type SettingView = CapabilityView['settings'][string];

/** The name of a setting's field in the form. */
export const settingFieldName = (name: string): string => `setting:${name}`;

/** A pattern is a text, whatever the type of the setting; the gateway fills it in for each tracker. */
export const isPattern = (value: SettingValue | undefined): value is string =>
  typeof value === 'string' && /\{[^{}]*\}/.test(value);

/** The value of a field as the API expects it; undefined leaves the setting unchanged. */
export function parseSetting({ type, enum: choices }: SettingView, text: string): SettingValue | undefined {
  if (text === '') return undefined;
  if (isPattern(text)) return text;
  const chosen = choices?.find((choice) => String(choice) === text);
  if (chosen !== undefined) return chosen;
  if (type === 'boolean') return text === 'true';
  return type === 'string' ? text : Number(text);
}

/** Why a text cannot be a value of the setting; undefined if it can, as far as the browser can check. */
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
