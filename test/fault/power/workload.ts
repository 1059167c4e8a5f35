import type { Alert } from '../../../src/schema/records/alert.js';
import type { NewCommand } from '../../../src/schema/commands/command.js';
import type { Device } from '../../../src/schema/devices/device.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Location } from '../../../src/schema/records/location.js';
import type { NewMessage } from '../../../src/schema/messages/message.js';
import type { User } from '../../../src/schema/accounts/user.js';
import { randomInt, type Random } from './random-int.js';
import { userOf as anyUser } from '../../support/api/users.js';

/** The changes of the load: number `sequence` is always the same change, so that it can be compared. */

export const TRACKERS = ['bus', 'van', 'tram'];
const BASE = Date.parse('2026-01-01T00:00:00.000Z');
/** Contains every change. */
export const WHOLE_RANGE = { from: BASE, to: BASE + 100_000_000 };

const trackerOf = (sequence: number): string => TRACKERS[sequence % TRACKERS.length] ?? '';
/** Unique and not in order, so that histories must be sorted. */
export const timeOf = (sequence: number): string => new Date(BASE + ((sequence * 7919) % 99_991) * 1000).toISOString();
/** Makes lines of 200 to 900 bytes, so that some span several sectors. */
const padding = (sequence: number): string => 'abcdefg'.repeat((sequence * 31) % 100);

export const locationOf = (sequence: number): Location => ({
  dateTime: timeOf(sequence),
  latitude: 52.5,
  longitude: 5 + sequence / 1e6,
  attributes: { sequence, padding: padding(sequence) },
});
export const alertOf = (sequence: number): Alert => ({
  dateTime: timeOf(sequence),
  alerts: ['panic'],
  text: String(sequence),
});
export const deviceOf = (sequence: number): Device => ({
  id: `device-${sequence}`,
  name: padding(sequence),
  description: '',
  min: '',
  tags: {},
  expires: null,
  dailyEmailLimit: null,
  dailySmsLimit: sequence,
  registeredBy: null,
});
export const userOf = (sequence: number): User =>
  anyUser(`user-${sequence}`, { id: `user-${sequence}`, email: `${sequence}@example.org` });

export const commandOf = (sequence: number): NewCommand => ({
  deviceId: trackerOf(sequence),
  command: `${sequence} ${padding(sequence)}`,
  format: 'Text',
  user: 'user-5',
  key: sequence.toString(16).padStart(12, '0'),
  ttl: 3_600,
});
export const messageOf = (sequence: number): NewMessage => ({
  deviceId: trackerOf(sequence),
  channel: 'email',
  to: 'office@example.org',
  text: `${sequence} ${padding(sequence)}`,
  units: 1,
  ttl: 3_600,
  cause: { user: 'user-5' },
});

function kindOf(sequence: number): 'device' | 'user' | 'command' | 'message' | 'alert' | 'location' {
  if (sequence % 10 === 1) return 'command';
  if (sequence % 10 === 9) return 'message';
  if (sequence % 10 === 3) return 'device';
  if (sequence % 10 === 5) return 'user';
  return sequence % 10 === 7 ? 'alert' : 'location';
}

export function changeOf(sequence: number): Change {
  const [kind, deviceId, source] = [kindOf(sequence), trackerOf(sequence), { protocol: 'load' }];
  if (kind === 'device') return { kind, v: deviceOf(sequence) };
  if (kind === 'user') return { kind, v: userOf(sequence) };
  if (kind === 'command') return { kind, v: commandOf(sequence) };
  if (kind === 'message') return { kind, v: messageOf(sequence) };
  if (kind === 'alert') return { kind, v: { deviceId, alert: alertOf(sequence), source } };
  return { kind, v: { deviceId, location: locationOf(sequence), source } };
}

/** The inverse of `changeOf`; NaN for any other change. */
export function sequenceOf(change: Change): number {
  if (change.kind === 'device') return Number(change.v.dailySmsLimit);
  if (change.kind === 'user') return parseInt(change.v.email);
  if (change.kind === 'command') return parseInt(change.v.command);
  if (change.kind === 'message') return parseInt(change.v.text);
  if (change.kind === 'location') return Number(change.v.location.attributes?.sequence);
  return change.kind === 'alert' ? Number(change.v.alert.text) : NaN;
}

/** The change is only in the state; the others are history, which retention drops. */
export const isEntity = (sequence: number): boolean => !['location', 'alert'].includes(kindOf(sequence));

/** The tracker of a location; undefined for other changes. */
export const trackerAt = (sequence: number): string | undefined =>
  kindOf(sequence) === 'location' ? trackerOf(sequence) : undefined;

/** Numbers of the changes of one batch. */
export const batch = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

/** The number of changes in the next batch: half of the batches have one. */
export const batchSize = (random: Random): number => (random() < 0.5 ? 1 : randomInt(random, 2, 9));
