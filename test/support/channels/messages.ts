import { channelFields } from '../../../src/schema/channels.js';
import type { NewMessage } from '../../../src/schema/messages/message.js';
import type { NotificationRule } from '../../../src/schema/messages/notification-rule.js';

/** A message posted by a user. */
export const messageOf = (deviceId: string, own: Partial<NewMessage> = {}): NewMessage => ({
  deviceId,
  channel: 'email',
  to: 'depot@example.org',
  text: 'Come home',
  units: 1,
  ttl: 86_400,
  cause: { user: 'id-of-admin' },
  ...own,
});

/** A rule for all alerts of all devices with one recipient. */
export const ruleOf = (id: string, own: Partial<NotificationRule> = {}): NotificationRule => ({
  id,
  name: id,
  enabled: true,
  alerts: 'all',
  devices: 'all',
  groups: [],
  ...channelFields('recipientsField', () => []),
  emails: ['depot@example.org'],
  quietMinutes: 2,
  creation: '2026-01-01T00:00:00.000Z',
  lastModified: '2026-01-01T00:00:00.000Z',
  ...own,
});
