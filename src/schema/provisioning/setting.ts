import type { FromSchema } from 'json-schema-to-ts';

export const settingValueSchema = { type: ['string', 'number', 'boolean'] } as const;
export type SettingValue = FromSchema<typeof settingValueSchema>;
/** Settings of a tracker, by name. */
export type TrackerSettings = Readonly<Record<string, SettingValue>>;

export const SETTING_TYPES = ['string', 'integer', 'number', 'boolean'] as const;

/** A setting of a tracker: what it may be in the words of JSON Schema, and its unit. */
export type Setting = {
  readonly type: (typeof SETTING_TYPES)[number];
  /** its name in a form, like `Send interval` */
  readonly title: string;
  readonly description: string;
  /** of the number, like `s`; left out where it has none */
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly SettingValue[];
  /** a secret: it is written and never read, so nothing can be compared with it */
  readonly writeOnly?: true;
};
