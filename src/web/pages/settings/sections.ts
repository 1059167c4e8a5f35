import type { ChannelName } from '../../../schema/channels.js';
import type { LogLevel } from '../../../schema/config/log-level.js';
import type { SettingRow, TextKey } from './setting-row.js';

/** One card of the page. */
export type SettingsSection = {
  readonly title: TextKey;
  readonly note?: TextKey;
  readonly rows: readonly SettingRow[];
  /** a test message shows whether the settings are right */
  readonly channel?: ChannelName;
};

const LOG_LEVEL_LABELS = {
  silent: 'silent',
  error: 'error',
  warn: 'warn',
  info: 'info',
  debug: 'debug',
} as const satisfies Record<LogLevel, string>;

/** The table of the sections: one row per card, and in it one row per setting. */
export const SECTIONS: readonly SettingsSection[] = [
  {
    title: 'timeZone',
    note: 'timeZoneNote',
    rows: [{ key: 'timeZone', kind: 'timeZone', label: 'timeZoneOfDepot', hint: 'timeZoneHint' }],
  },
  {
    title: 'email',
    channel: 'email',
    rows: [
      {
        key: 'notifications.email.smtp.host',
        kind: 'text',
        label: 'host',
        hint: 'hostHint',
        maxLength: 253,
        pattern: '[A-Za-z0-9._:%\\-]*',
      },
      { key: 'notifications.email.smtp.port', kind: 'number', label: 'port', hint: 'portHint', min: 1, max: 65_535 },
      { key: 'notifications.email.smtp.user', kind: 'text', label: 'user', hint: 'userHint', maxLength: 320 },
      {
        key: 'notifications.email.smtp.password',
        kind: 'secret',
        label: 'password',
        maxLength: 1_024,
        neededBy: ['notifications.email.smtp.host', 'notifications.email.smtp.user'],
      },
      { key: 'notifications.email.from', kind: 'text', label: 'from', hint: 'fromHint', maxLength: 254 },
      { key: 'notifications.email.smtp.secure', kind: 'switch', label: 'secure', hint: 'secureHint' },
      { key: 'notifications.email.smtp.requireTls', kind: 'switch', label: 'requireTls', hint: 'requireTlsHint' },
      {
        key: 'notifications.email.smtp.allowSelfSigned',
        kind: 'switch',
        label: 'allowSelfSigned',
        hint: 'allowSelfSignedHint',
      },
    ],
  },
  {
    title: 'sms',
    channel: 'sms',
    rows: [
      { key: 'notifications.sms.path', kind: 'device', label: 'path', hint: 'pathHint', maxLength: 300 },
      { key: 'notifications.sms.baudRate', kind: 'number', label: 'baudRate', min: 50, max: 4_000_000 },
      {
        key: 'notifications.sms.pin',
        kind: 'secret',
        label: 'pin',
        hint: 'pinHint',
        maxLength: 8,
        pattern: '[0-9]{4,8}',
        neededBy: ['notifications.sms.path'],
      },
      {
        key: 'notifications.sms.smsc',
        kind: 'text',
        label: 'smsc',
        hint: 'smscHint',
        maxLength: 21,
        pattern: '[+]?[0-9]{3,20}',
      },
    ],
  },
  {
    title: 'messages',
    rows: [
      { key: 'notifications.ttl', kind: 'number', label: 'ttl', hint: 'ttlHint', unit: 60, min: 60, max: 604_800 },
    ],
  },
  {
    title: 'attention',
    note: 'attentionNote',
    rows: [{ key: 'attention', kind: 'names', label: 'otherNames' }],
  },
  {
    title: 'unknownDevices',
    rows: [
      {
        key: 'serial.unknownDevices',
        kind: 'choice',
        label: 'unknownReports',
        options: [
          ['quarantine', 'quarantine'],
          ['register', 'register'],
          ['drop', 'drop'],
        ],
      },
    ],
  },
  {
    title: 'scan',
    rows: [{ key: 'serial.scan', kind: 'switch', label: 'scanUsb', hint: 'scanHint' }],
  },
  {
    title: 'licenses',
    rows: [{ key: 'licenses.total', kind: 'number', label: 'total', hint: 'totalHint', min: 0, max: 1_000_000 }],
  },
  {
    title: 'retention',
    rows: [
      { key: 'store.retention.days', kind: 'number', label: 'days', hint: 'daysHint', min: 0, max: 36_500 },
      { key: 'store.retention.bytes', kind: 'number', label: 'bytes', hint: 'bytesHint', unit: 1e9, min: 0 },
    ],
  },
  {
    title: 'log',
    rows: [
      {
        key: 'log.level',
        kind: 'choice',
        label: 'level',
        options: Object.entries(LOG_LEVEL_LABELS),
      },
    ],
  },
];
