import type { SettingKey, SettingsView, SettingValue } from '../../../schema/system/settings.js';
import type { FieldTexts } from '../../device-form/device-fields.js';
import type { settingsText } from './settings.text.js';

type Texts = (typeof settingsText)['english'];
/** A text without placeholders. */
export type TextKey = {
  [Key in keyof Texts]: Texts[Key] extends `${string}{${string}}${string}` ? never : Key;
}[keyof Texts];

/** A setting as a field of a form. */
export type SettingRow = {
  readonly key: SettingKey;
  readonly kind: SettingKind;
  readonly label: TextKey;
  readonly hint?: TextKey;
  /** of a number: what 1 in the form is in the API */
  readonly unit?: number;
  /** of a number, as in the API */
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** of a choice: values with their labels */
  readonly options?: readonly (readonly [value: string, label: TextKey])[];
  /** of a secret: it is removed with one of these */
  readonly neededBy?: readonly SettingKey[];
};

export type SettingKind = 'text' | 'number' | 'switch' | 'choice' | 'secret' | 'names' | 'timeZone' | 'device';

/** The tick that removes a secret is a field of its own. */
export const removalOf = (key: SettingKey): string => `${key} removed`;

export const ON = 'on';
const DECIMALS = 1_000;

/** The value of a key; undefined: a secret, or a setting of another version. */
const valueAt = ({ settings }: Pick<SettingsView, 'settings'>, key: SettingKey): unknown =>
  key.split('.').reduce<unknown>((node, name) => (isFields(node) ? node[name] : undefined), settings);

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What the form shows of a setting. Secrets are never shown. */
function textOf({ key, kind, unit = 1 }: SettingRow, view: SettingsView): string {
  const value = valueAt(view, key);
  if (kind === 'secret') return '';
  if (typeof value === 'boolean') return value ? ON : '';
  if (typeof value === 'number') return String(Math.round((value / unit) * DECIMALS) / DECIMALS);
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : '';
}

/** The value for the API; null resets the setting. */
export function parseSetting({ kind, unit = 1 }: SettingRow, text: string): SettingValue | null {
  if (kind === 'secret') return text;
  if (kind === 'switch') return text === ON;
  if (kind === 'number') return text.trim() === '' ? null : Math.round(Number(text) * unit);
  return kind === 'names' ? splitNames(text) : text.trim();
}

/** The distinct names, one per line. */
export const splitNames = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** The texts of all fields of a form. */
export const textsOf = (rows: readonly SettingRow[], view: SettingsView): FieldTexts =>
  Object.fromEntries(
    rows.flatMap((row): [string, string][] => {
      const own: [string, string] = [row.key, textOf(row, view)];
      return row.kind === 'secret' ? [own, [removalOf(row.key), '']] : [own];
    }),
  );

/** The configuration sets it, so that it cannot be changed here. */
export const isFixed = ({ sources }: Pick<SettingsView, 'sources'>, key: SettingKey): boolean =>
  sources[key] === 'configuration';

export const isSecretSet = ({ secrets }: Pick<SettingsView, 'secrets'>, key: SettingKey): boolean =>
  Object.entries(secrets).some(([name, isSet]) => name === key && isSet);
