import type { Change } from '../../../src/schema/entry.js';
import type { Group } from '../../../src/schema/devices/group.js';
import type { Route } from '../../../src/http/route.js';
import type { Display } from '../../../src/schema/accounts/display.js';
import type { Session } from '../../../src/schema/accounts/session.js';
import { digestOf } from '../../../src/services/accounts/key-hash.js';
import { commandOf } from '../channels/commands.js';
import { TEST_KEY } from '../gateway/gateway.js';
import { messageOf, ruleOf } from '../channels/messages.js';
import { provisioningOf, receiptOf, templateOf, workOf } from '../provisioning/provisioning.js';
import { deviceOf, fixAt, quarantinedOf } from '../store/records.js';
import { userOf, usersWithKey } from './users.js';

/** Ports that do not exist, for provisioning sessions. */
const ports = ['/dev/waypost-example-1', '/dev/waypost-example-2', '/dev/waypost-example-3'] as const;
export const exampleConfig = { serial: { ports: ports.map((path) => ({ path, protocol: 'queclink' })) } };

/** Store contents for the examples: of each kind one entity to read and change, and one to remove. */
export async function exampleSeed(): Promise<Change[]> {
  return [
    // Ids by entry number: three entries before these create the administrator.
    { kind: 'message', v: messageOf('bus') },
    { kind: 'message', v: messageOf('bus') },
    { kind: 'command', v: commandOf('bus') },
    { kind: 'command', v: commandOf('bus') },
    { kind: 'device', v: deviceOf('bus') },
    { kind: 'device', v: deviceOf('bus-to-remove') },
    { kind: 'group', v: groupOf('north', ['bus']) },
    { kind: 'group', v: groupOf('group-to-remove') },
    { kind: 'notification', v: ruleOf('alarm') },
    { kind: 'notification', v: ruleOf('alarm-to-remove') },
    { kind: 'template', v: templateOf() },
    { kind: 'template', v: templateOf({ id: 'template-to-remove', name: 'To remove' }) },
    { kind: 'provisioning', v: provisioningOf({ paths: [ports[0]] }) },
    { kind: 'provisioning', v: provisioningOf({ id: 'bench-to-end', paths: [ports[1]] }) },
    { kind: 'provisioning-receipt', v: receiptOf() },
    { kind: 'provisioning-begun', v: workOf() },
    quarantinedOf('stranger', fixAt(1)),
    quarantinedOf('stranger-to-remove', fixAt(1)),
    ...(await usersWithKey(userOf('reader'), userOf('leaver'), userOf('keyless'))),
    { kind: 'session', v: sessionOf('reader') },
    { kind: 'display', v: displayOf('gate-to-remove') },
  ];
}

/** A session of a user with the key of the tests. */
export const sessionOf = (userName: string, own: Partial<Session> = {}): Session => ({
  id: 'session',
  userId: `id-of-${userName}`,
  keyId: `key-of-${userName}`,
  passwordId: '',
  by: 'apiKey',
  created: '2026-11-20T08:00:00.000Z',
  expires: '2026-12-20T08:00:00.000Z',
  lastUsed: null,
  address: '192.0.2.7',
  userAgent: 'test',
  ...own,
});

export const displayOf = (id: string, own: Partial<Display> = {}): Display => ({
  id,
  name: id,
  group: null,
  deviceId: null,
  creation: '2026-01-01T00:00:00.000Z',
  lastUsed: null,
  digest: digestOf(`key of ${id}`),
  ...own,
});

export const groupOf = (id: string, devices: string[] = []): Group => ({
  id,
  name: id,
  description: '',
  devices,
  creation: '2026-01-01T00:00:00.000Z',
  lastModified: '2026-01-01T00:00:00.000Z',
});

/** A user as a client sends it. */
export const userInput = (name: string): object => ({
  name,
  email: `${name}@example.org`,
  country: 'ES',
  timeZone: 'Europe/Madrid',
});

type Example = { readonly address?: string; readonly query?: string; readonly body?: object };

const DAY = '?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

/** The request with which a route succeeds, if its path is not enough. A new route with a body needs a row here. */
const examples: Readonly<Record<string, Example>> = {
  'POST /api/Auth/Token': { body: { userName: 'admin', apiKey: TEST_KEY } },
  'POST /api/devices': { body: { id: 'new' } },
  'PUT /api/devices/:deviceId': { body: { name: 'Bus 7' } },
  'PATCH /api/devices/:deviceId': { body: { description: 'red' } },
  'DELETE /api/devices/:deviceId': { address: '/api/devices/bus-to-remove' },
  'PUT /api/devices/:deviceId/limits': { body: { dailyEmailLimit: 5, dailySmsLimit: null } },
  'GET /api/devices/:deviceId/locations': { query: DAY },
  'POST /api/devices/:deviceId/locations': { body: fixAt(1) },
  'GET /api/devices/:deviceId/alerts': { query: DAY },
  'GET /api/alerts': { query: DAY },
  'POST /api/devices/:deviceId/alerts': { body: { alerts: ['SOSButton'] } },
  'POST /api/unknownDevices/:deviceId/adopt': {
    address: '/api/unknownDevices/stranger/adopt',
    body: { name: 'Bus 8' },
  },
  'DELETE /api/unknownDevices/:deviceId': { address: '/api/unknownDevices/stranger-to-remove' },
  'POST /api/devices/:deviceId/messages': { body: { channel: 'email', to: 'depot@example.org', text: 'Come home' } },
  'POST /api/devices/:deviceId/sendCommand': { body: { command: 'engine_stop', waitMinutes: 5 } },
  'DELETE /api/commands/:commandId': { address: '/api/commands/7' },
  'POST /api/notifications': { body: { name: 'Night', emails: ['night@example.org'] } },
  'PUT /api/notifications/:notificationId': { body: { name: 'Alarm', phones: ['+34600000001'] } },
  'PATCH /api/notifications/:notificationId': { body: { quietMinutes: 10 } },
  'DELETE /api/notifications/:notificationId': { address: '/api/notifications/alarm-to-remove' },
  'DELETE /api/messages/:messageId': { address: '/api/messages/5' },
  'POST /api/templates': { body: { name: 'Lorries', protocol: 'queclink', settings: { sendInterval: 300 } } },
  'PUT /api/templates/:templateId': { body: { name: 'Vans', protocol: 'queclink' } },
  'PATCH /api/templates/:templateId': { body: { deviceName: 'Van {n}' } },
  'DELETE /api/templates/:templateId': { address: '/api/templates/template-to-remove' },
  'POST /api/provisioning': { body: { template: 'vans', ports: [ports[2]], csv: 'identity,name\n1,Van 1' } },
  'DELETE /api/provisioning/:provisioningId': { address: '/api/provisioning/bench-to-end' },
  'PUT /api/log': { body: { level: 'debug' } },
  'POST /api/groups': { body: { name: 'South' } },
  'PUT /api/groups/:groupId': { body: { name: 'North', devices: ['bus'] } },
  'PATCH /api/groups/:groupId': { body: { description: 'depot' } },
  'DELETE /api/groups/:groupId': { address: '/api/groups/group-to-remove' },
  'POST /api/users': { body: userInput('newcomer') },
  'PUT /api/users/:userId': { body: userInput('reader') },
  'PATCH /api/users/:userId': { body: { description: 'looks' } },
  'DELETE /api/users/:userId': { address: '/api/users/id-of-leaver' },
  'POST /api/users/:userId/apiKey': { address: '/api/users/id-of-keyless/apiKey' },
  'DELETE /api/users/:userId/apiKey': { address: '/api/users/id-of-keyless/apiKey' },
  'PUT /api/users/:userId/password': {
    address: '/api/users/id-of-keyless/password',
    body: { password: 'a new password' },
  },
  'DELETE /api/users/:userId/sessions': { address: '/api/users/id-of-keyless/sessions' },
  'POST /api/displays': { body: { name: 'Gate' } },
  'DELETE /api/displays/:displayId': { address: '/api/displays/gate-to-remove' },
};

export const exampleNames = Object.keys(examples);
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method.toUpperCase()} ${path}`;

/** Path and request with which a route succeeds. */
export function exampleOf(row: Route): { readonly address: string; readonly body: object | undefined } {
  const { address, query = '', body } = examples[nameOf(row)] ?? {};
  const path = row.path
    .replace(':deviceId', 'bus')
    .replace(':groupId', 'north')
    .replace(':userId', 'id-of-reader')
    .replace(':sessionId', 'session')
    .replace(':notificationId', 'alarm')
    .replace(':templateId', 'vans')
    .replace(':provisioningId', 'bench')
    .replace(':receiptId', 'receipt')
    .replace(':messageId', '4')
    .replace(':commandId', '6');
  return { address: (address ?? path) + query, body };
}
