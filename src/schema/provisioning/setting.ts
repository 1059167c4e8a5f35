export type SettingValue = string | number | boolean;
/** Settings of a tracker, by name. */
export type TrackerSettings = Readonly<Record<string, SettingValue>>;

/** What a setting may be, in the words of JSON Schema; the description tells its unit. */
export type Setting = {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly description: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly SettingValue[];
  /** a secret: it is written and never read, so nothing can be compared with it */
  readonly writeOnly?: true;
};
