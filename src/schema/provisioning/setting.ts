import type { FromSchema } from 'json-schema-to-ts';

export const settingValueSchema = { type: ['string', 'number', 'boolean'] } as const;
export type SettingValue = FromSchema<typeof settingValueSchema>;
/** Settings of a tracker, by name. */
export type TrackerSettings = Readonly<Record<string, SettingValue>>;

export const SETTING_TYPES = ['string', 'integer', 'number', 'boolean'] as const;

/** What a setting is: the values it accepts in JSON Schema terms, its name in a form and its unit. */
export type Setting = {
  readonly type: (typeof SETTING_TYPES)[number];
  /** its name in a form, like `Send interval` */
  readonly title: string;
  readonly description: string;
  /** unit of the number, like `s`; omitted if it has none */
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly SettingValue[];
  /** a secret: written, never read back, so it cannot be verified */
  readonly writeOnly?: true;
};
