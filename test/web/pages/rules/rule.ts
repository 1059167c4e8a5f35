import { channelFields } from '../../../../src/schema/channels.js';
import type { NotificationRule } from '../../../../src/schema/messages/notification-rule.js';

const instant = '2026-11-22T08:00:00.000Z';

/** A rule that sends all alerts of all devices by email. */
export const rule = (changes: Partial<NotificationRule> = {}): NotificationRule => ({
  id: 'r',
  name: 'Panic',
  enabled: true,
  alerts: 'all',
  devices: 'all',
  groups: [],
  ...channelFields('recipientsField', () => []),
  emails: ['a@example.com'],
  quietMinutes: 15,
  creation: instant,
  lastModified: instant,
  ...changes,
});

/** A group with device 1. */
export const group = {
  id: 'g',
  name: 'Vans',
  description: '',
  devices: ['1'],
  creation: instant,
  lastModified: instant,
};
