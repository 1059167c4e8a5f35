import {
  nest,
  SETTING_KEYS,
  type SettingKey,
  type SettingSource,
  type SettingsView,
  type SettingValue,
} from '../../../../src/schema/system/settings.js';

type Changes = {
  readonly values?: readonly (readonly [SettingKey, SettingValue])[];
  readonly sources?: Partial<Record<SettingKey, SettingSource>>;
  readonly secrets?: Partial<SettingsView['secrets']>;
};

const VALUES: readonly (readonly [SettingKey, SettingValue])[] = [
  ['timeZone', 'UTC'],
  ['serial.scan', false],
  ['store.retention.days', 400],
  ['store.retention.bytes', 8_589_934_592],
  ['notifications.ttl', 86_400],
  ['notifications.email.smtp.host', 'mail.example'],
  ['notifications.email.smtp.port', 587],
  ['notifications.email.smtp.user', 'depot'],
  ['attention', ['SOSButton', 'Fire']],
  ['log.level', 'info'],
];

/** Settings as the API returns them. */
export function settingsView({ values = [], sources = {}, secrets = {} }: Changes = {}): SettingsView {
  const defaults = Object.fromEntries(SETTING_KEYS.map((key) => [key, 'default'])) as SettingsView['sources'];
  return {
    settings: nest([...new Map([...VALUES, ...values])]),
    sources: { ...defaults, ...sources },
    secrets: { 'notifications.email.smtp.password': false, 'notifications.sms.pin': false, ...secrets },
  };
}
