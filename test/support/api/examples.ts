import type { Change } from '../../../src/schema/entry.js';
import type { Depot } from '../../../src/schema/records/depot.js';
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
import { alertRuleOf, zoneOf } from '../store/zones.js';
import { webhookInput } from './file-calls.js';
import { uplinkOf } from './uplink-calls.js';
import { accessKeyOf, userOf, usersWithKey } from './users.js';

/** Ports that do not exist, for provisioning sessions. */
const ports = ['/dev/waypost-example-1', '/dev/waypost-example-2', '/dev/waypost-example-3'] as const;
const listener = { transport: 'tcp', host: '127.0.0.1', port: 47_911, protocol: 'queclink' };
export const exampleConfig = {
  serial: { ports: ports.map((path) => ({ path, protocol: 'queclink' })), listeners: [listener] },
};

/** Store contents for the examples: of each kind one entity to read and change, and one to remove. */
export async function exampleSeed(): Promise<Change[]> {
  return [
    // Ids by entry number: four entries before these create the administrator.
    { kind: 'message', v: messageOf('bus') },
    { kind: 'message', v: messageOf('bus') },
    { kind: 'command', v: commandOf('bus') },
    { kind: 'command', v: commandOf('bus') },
    { kind: 'alert', v: alertOf('bus') },
    { kind: 'device', v: deviceOf('bus') },
    { kind: 'device', v: deviceOf('bus-to-remove') },
    { kind: 'group', v: groupOf('north', ['bus']) },
    { kind: 'group', v: groupOf('group-to-remove') },
    { kind: 'depot', v: depotOf('depot') },
    { kind: 'depot', v: depotOf('depot-to-remove') },
    { kind: 'notification', v: ruleOf('alarm') },
    { kind: 'notification', v: ruleOf('alarm-to-remove') },
    { kind: 'zone', v: zoneOf('yard') },
    { kind: 'zone', v: zoneOf('zone-to-remove') },
    { kind: 'alert-rule', v: alertRuleOf('too-fast') },
    { kind: 'alert-rule', v: alertRuleOf('alert-rule-to-remove') },
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
    { kind: 'access-key', v: accessKeyOf('reader', { id: 'key-to-remove' }) },
    { kind: 'display', v: displayOf('gate-to-remove') },
    { kind: 'webhook', v: { name: 'hook', url: 'http://127.0.0.1:9/', enabled: true } },
    { kind: 'webhook', v: { name: 'hook-to-remove', url: 'http://127.0.0.1:9/', enabled: true } },
    { kind: 'uplink', v: uplinkOf('center') },
    { kind: 'uplink', v: uplinkOf('uplink-to-remove') },
    { kind: 'port', v: { path: '/dev/ttyUSB98', protocol: 'auto', enabled: false } },
  ];
}

const alertOf = (deviceId: string): Extract<Change, { kind: 'alert' }>['v'] => ({
  deviceId,
  alert: { dateTime: '2026-11-21T08:00:00.000Z', alerts: ['SOSButton'], attention: true },
  source: { protocol: 'http' },
});

/** A session of a user with the key of the tests. */
const sessionOf = (userName: string, own: Partial<Session> = {}): Session => ({
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

const displayOf = (id: string, own: Partial<Display> = {}): Display => ({
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

const depotOf = (id: string): Depot => ({
  ...{ id, gateway: `gateway-of-${id}`, name: id, userId: 'id-of-reader', unknownDevices: 'quarantine', group: null },
  acknowledges: false,
  ...{ creation: '2026-01-01T00:00:00.000Z', lastModified: '2026-01-01T00:00:00.000Z' },
});

/** A user as a client sends it. */
export const userInput = (name: string): object => ({
  name,
  email: `${name}@example.org`,
  country: 'ES',
  timeZone: 'Europe/Madrid',
});

type Example = {
  readonly address?: string;
  readonly query?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
};

const DAY = '?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

/** The request with which a route succeeds, if its path is not enough. A new route with a body needs a row here. */
const examples: Readonly<Record<string, Example>> = {
  'POST /api/Auth/Token': { body: { userName: 'admin', apiKey: TEST_KEY } },
  'POST /api/Auth/Confirm': { body: { apiKey: TEST_KEY } },
  'POST /api/devices': { body: { id: 'new' } },
  'PUT /api/devices/:deviceId': { body: { name: 'Bus 7' } },
  'PATCH /api/devices/:deviceId': { body: { description: 'red' } },
  'DELETE /api/devices/:deviceId': { address: '/api/devices/bus-to-remove' },
  'PUT /api/devices/:deviceId/limits': { body: { dailyEmailLimit: 5, dailySmsLimit: null } },
  'GET /api/devices/:deviceId/locations': { query: DAY },
  'POST /api/devices/:deviceId/locations': { body: fixAt(1) },
  'GET /api/devices/:deviceId/alerts': { query: DAY },
  'GET /api/devices/:deviceId/trips': { query: DAY },
  'GET /api/alerts': { query: DAY },
  'POST /api/devices/:deviceId/alerts': { body: { alerts: ['SOSButton'] } },
  'POST /api/alerts/:alertId/acknowledge': { body: { note: 'called the driver' } },
  'POST /api/unknownDevices/:deviceId/adopt': {
    address: '/api/unknownDevices/stranger/adopt',
    body: { name: 'Bus 8' },
  },
  'DELETE /api/unknownDevices/:deviceId': { address: '/api/unknownDevices/stranger-to-remove' },
  'POST /api/devices/:deviceId/messages': { body: { channel: 'email', to: 'depot@example.org', text: 'Come home' } },
  'POST /api/records': {
    body: {
      store: 'depot:abcdefgh',
      records: [{ id: 'depot:abcdefgh:7', kind: 'location', deviceId: 'bus', location: fixAt(2) }],
    },
  },
  'POST /api/devices/:deviceId/sendCommand': { body: { command: 'engine_stop', waitMinutes: 5 } },
  'DELETE /api/commands/:commandId': { address: '/api/commands/8' },
  'POST /api/notifications': { body: { name: 'Night', emails: ['night@example.org'] } },
  'PUT /api/notifications/:notificationId': { body: { name: 'Alarm', phones: ['+34600000001'] } },
  'PATCH /api/notifications/:notificationId': { body: { quietMinutes: 10 } },
  'DELETE /api/notifications/:notificationId': { address: '/api/notifications/alarm-to-remove' },
  'POST /api/zones': { body: { name: 'Harbor', shape: { type: 'circle', center: [4.1, 51.95], radius: 900 } } },
  'POST /api/zones/import': {
    body: {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: 'Quay', radius: 80 },
          geometry: { type: 'Point', coordinates: [4, 52] },
        },
      ],
    },
  },
  'PUT /api/zones/:zoneId': { body: { name: 'Yard', shape: { type: 'circle', center: [5, 52.5], radius: 200 } } },
  'PATCH /api/zones/:zoneId': { body: { description: 'behind the depot' } },
  'DELETE /api/zones/:zoneId': { address: '/api/zones/zone-to-remove' },
  'POST /api/alertRules': { body: { name: 'Cold', all: true, type: 'temperature', below: 2 } },
  'POST /api/alertRules/preview': { body: { all: true, type: 'temperature', below: 2 } },
  'PUT /api/alertRules/:alertRuleId': { body: { name: 'Too fast', all: true, type: 'speed', limit: 25 } },
  'PATCH /api/alertRules/:alertRuleId': { body: { limit: 20 } },
  'DELETE /api/alertRules/:alertRuleId': { address: '/api/alertRules/alert-rule-to-remove' },
  'DELETE /api/messages/:messageId': { address: '/api/messages/6' },
  'POST /api/templates': { body: { name: 'Lorries', protocol: 'queclink', settings: { sendInterval: 300 } } },
  'PUT /api/templates/:templateId': { body: { name: 'Vans', protocol: 'queclink' } },
  'PATCH /api/templates/:templateId': { body: { deviceName: 'Van {n}' } },
  'DELETE /api/templates/:templateId': { address: '/api/templates/template-to-remove' },
  'POST /api/provisioning': { body: { template: 'vans', ports: [ports[2]], csv: 'identity,name\n1,Van 1' } },
  'DELETE /api/provisioning/:provisioningId': { address: '/api/provisioning/bench-to-end' },
  'PUT /api/log': { body: { level: 'debug' } },
  'POST /api/uploads': { body: { kind: 'yard', size: 1_000, name: 'yard.png' } },
  'PUT /api/uploads/:uploadId': {
    query: '?offset=0',
    body: Buffer.from('PMTiles'),
    headers: { 'Content-Type': 'application/octet-stream' },
  },
  'DELETE /api/uploads/:uploadId': { address: '/api/uploads/upload-to-remove' },
  'PUT /api/map/yard': { body: { latitude: 40.4, longitude: -3.7, widthMeters: 120 } },
  'PATCH /api/settings': { body: { log: { level: 'info' } } },
  'POST /api/settings/test': { body: { channel: 'email', to: 'depot@example.org' } },
  'PUT /api/webhooks/:webhookName': { address: '/api/webhooks/dispatch', body: webhookInput },
  'DELETE /api/webhooks/:webhookName': { address: '/api/webhooks/hook-to-remove' },
  'POST /api/webhooks/:webhookName/test': { address: '/api/webhooks/hook/test' },
  'POST /api/groups': { body: { name: 'South' } },
  'PUT /api/groups/:groupId': { body: { name: 'North', devices: ['bus'] } },
  'PATCH /api/groups/:groupId': { body: { description: 'depot' } },
  'DELETE /api/groups/:groupId': { address: '/api/groups/group-to-remove' },
  'POST /api/depots': { body: { name: 'West', userId: 'id-of-reader' } },
  'PUT /api/depots/:depotId': { body: { name: 'North', userId: 'id-of-reader' } },
  'PATCH /api/depots/:depotId': { body: { unknownDevices: 'register' } },
  'DELETE /api/depots/:depotId': { address: '/api/depots/depot-to-remove' },
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
  'POST /api/users/:userId/link': { address: '/api/users/id-of-keyless/link' },
  'POST /api/users/:userId/keys': {
    address: '/api/users/id-of-keyless/keys',
    body: { name: 'script', privileges: [], expires: '2027-11-21T00:00:00Z' },
  },
  'DELETE /api/users/:userId/sessions': { address: '/api/users/id-of-keyless/sessions' },
  'POST /api/displays': { body: { name: 'Gate' } },
  'GET /api/ports/connections': { query: `?path=tcp-listen://127.0.0.1:${listener.port}` },
  'PUT /api/ports': { query: '?path=/dev/ttyUSB97', body: { protocol: 'auto', name: 'socket 3', enabled: false } },
  'DELETE /api/ports': { query: '?path=/dev/ttyUSB98' },
  'PUT /api/uplinks/:uplinkName': {
    body: { type: 'mqtt', url: 'mqtts://broker.example:8883', user: 'depot', enabled: false },
  },
  'DELETE /api/uplinks/:uplinkName': { address: '/api/uplinks/uplink-to-remove' },
  'POST /api/uplinks/:uplinkName/test': { body: {} },
  'POST /api/uplinks/:uplinkName/retry': { body: { deviceId: 'bus' } },
  'POST /api/uplinks/:uplinkName/reset': { body: { from: 'start' } },
  'DELETE /api/displays/:displayId': { address: '/api/displays/gate-to-remove' },
};

export const exampleNames = Object.keys(examples);
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method.toUpperCase()} ${path}`;

/** Path and request with which a route succeeds. */
export function exampleOf(row: Route): {
  readonly address: string;
  readonly body: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { address, query = '', body, headers = {} } = examples[nameOf(row)] ?? {};
  const path = row.path
    .replace(':deviceId', 'bus')
    .replace(':groupId', 'north')
    .replace(':depotId', 'depot')
    .replace(':userId', 'id-of-reader')
    .replace(':sessionId', 'session')
    .replace(':keyId', 'key-to-remove')
    .replace(':notificationId', 'alarm')
    .replace(':zoneId', 'yard')
    .replace(':alertRuleId', 'too-fast')
    .replace(':templateId', 'vans')
    .replace(':provisioningId', 'bench')
    .replace(':receiptId', 'receipt')
    .replace(':messageId', '5')
    .replace(':alertId', '9')
    .replace(':commandId', '7')
    .replace(':uploadId', 'upload')
    .replace(':uplinkName', 'center');
  return { address: (address ?? path) + query, body, headers };
}
