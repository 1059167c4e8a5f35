import { expect } from 'chai';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import type { Change } from '../../src/schema/entry.js';
import type { User } from '../../src/schema/accounts/user.js';
import { useApp } from '../support/gateway/app.js';
import { request, signIn, type Client } from '../support/api/client.js';
import { groupOf, nameOf, userInput } from '../support/api/examples.js';
import {
  ACCOUNT_ACCESS,
  ACCOUNT_BODIES,
  GIVES_CREDENTIALS,
  KEY_CALLERS,
  keysOfCallers,
  SCOPES,
} from '../support/api/account-calls.js';
import { ALERT_RULE_ACCESS, ALERT_RULE_BODIES, withNewEntity } from '../support/api/alert-rule-calls.js';
import { FILE_BODIES, FILE_CALLS, newUpload } from '../support/api/file-calls.js';
import { createReused } from '../support/api/reused.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { receiptOf, templateOf } from '../support/provisioning/provisioning.js';
import { putFilesOf } from '../support/store/data-files.js';
import { deviceOf, fixAt, quarantinedOf } from '../support/store/records.js';
import { createTestChannel } from '../support/channels/test-channel.js';
import {
  expectedOf,
  isRestricted,
  seesDevice,
  seesGroup,
  type Rule,
  type Side,
  userKinds as kinds,
} from '../support/api/scope.js';
import { DEPOT_ACCESS, DEPOT_BODIES, withDepot } from '../support/api/depot-calls.js';
import { UPLINK_ACCESS, UPLINK_BODIES, withUplink } from '../support/api/uplink-calls.js';
import { userOf, usersWithKey } from '../support/api/users.js';

/**
 * The access rules, written independently of the gateway's code: every route for every kind of user, on an entity inside
 * and an entity outside of the user's scope.
 */

const table = routes({} as RouteServices).filter(
  ({ access, responses }) => access !== 'anyone' && access !== 'optional' && Object.keys(responses).length > 0,
);

/** The group `inside` has the device `bus`; restricted users do not see the device `van`. */
const seed = async (): Promise<Change[]> => [
  { kind: 'device', v: deviceOf('bus') },
  { kind: 'device', v: deviceOf('van') },
  { kind: 'template', v: templateOf() },
  { kind: 'provisioning-receipt', v: receiptOf() },
  { kind: 'group', v: groupOf('inside', ['bus']) },
  { kind: 'group', v: groupOf('outside', ['van']) },
  ...Array.from({ length: 100 }, (_, n) => quarantinedOf(unknownId(n + 1), fixAt(1))),
  // A group cannot be removed while users are restricted to it, so both groups exist for every call.
  ...(await usersWithKey(...kinds, userOf('elsewhere', { group: 'outside' }))),
  ...keysOfCallers(),
];

const unknownId = (n: number): string => `unknown-${n}`;

const ruleInput = (name: string): object => ({ name, emails: ['depot@example.org'] });

/** A port that does not exist; one provisioning session at a time may use it. */
const PORT = '/dev/waypost-provisioning';
const provisioningInput = { template: 'vans', ports: [PORT] };

/** Its device never reported, so it waits. */
const commandInput = { command: 'status', waitMinutes: 5 };

const DAY = '?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

const isUnrestricted = (user: User): boolean => !isRestricted(user);
const GATEWAY: Rule = { needs: 'admin', may: isUnrestricted };
/** The same rule for reading and changing one entity. */
const ofEach = (path: string, rule: Rule): Record<string, Rule> =>
  Object.fromEntries(['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} ${path}`, rule]));
const rules: Readonly<Record<string, Rule>> = {
  'GET /api/devices': {},
  // A user restricted to another device would not see the new device.
  'POST /api/devices': { needs: 'devices:write', may: ({ group, deviceId }) => group !== 'gone' && deviceId === null },
  ...ofEach('/api/devices/:deviceId', { needs: 'devices:write', sees: seesDevice }),
  'GET /api/devices/:deviceId': { sees: seesDevice },
  'GET /api/devices/:deviceId/limits': { sees: seesDevice },
  'PUT /api/devices/:deviceId/limits': { needs: 'devices:write', sees: seesDevice },
  'GET /api/devices/:deviceId/lastLocation': { sees: seesDevice },
  'GET /api/devices/:deviceId/locations': { sees: seesDevice },
  'POST /api/devices/:deviceId/locations': { needs: 'ingest', sees: seesDevice },
  'GET /api/devices/:deviceId/alerts': { sees: seesDevice },
  'GET /api/devices/:deviceId/trips': { sees: seesDevice },
  'GET /api/alerts': {},
  'POST /api/alerts/:alertId/acknowledge': { needs: 'messages', sees: seesDevice },
  'GET /api/trails': {},
  'GET /api/records': {},
  // A gateway may forward the records of any device.
  'POST /api/records': { needs: 'ingest', may: isUnrestricted },
  'POST /api/devices/:deviceId/alerts': { needs: 'ingest', sees: seesDevice },
  'POST /api/devices/:deviceId/messages': { needs: 'messages', sees: seesDevice },
  'GET /api/messages': {},
  'GET /api/messages/:messageId': { sees: seesDevice },
  'DELETE /api/messages/:messageId': { needs: 'messages', sees: seesDevice },
  'POST /api/devices/:deviceId/sendCommand': { needs: 'commands', sees: seesDevice },
  'GET /api/commands': { needs: 'commands' },
  'GET /api/commands/:commandId': { needs: 'commands', sees: seesDevice },
  'DELETE /api/commands/:commandId': { needs: 'commands', sees: seesDevice },
  'GET /api/notifications': { needs: 'messages' },
  // A rule names people and devices: only unrestricted users may have one.
  'POST /api/notifications': { needs: 'messages', may: isUnrestricted },
  ...ofEach('/api/notifications/:notificationId', { needs: 'messages', sees: isUnrestricted }),
  ...ALERT_RULE_ACCESS,
  ...UPLINK_ACCESS,
  'GET /api/licenses': {},
  'GET /api/groups': {},
  'POST /api/groups': { needs: 'groups:write', may: isUnrestricted },
  ...ofEach('/api/groups/:groupId', { needs: 'groups:write', sees: seesGroup, may: isUnrestricted }),
  'GET /api/groups/:groupId': { sees: seesGroup },
  ...ACCOUNT_ACCESS,
  ...DEPOT_ACCESS,
  'POST /api/events/ticket': {},
  'GET /api/ports': {},
  // A port may carry data of any device.
  'PUT /api/ports': { needs: 'provision', may: isUnrestricted },
  'DELETE /api/ports': { needs: 'provision', may: isUnrestricted },
  // A listener takes the reports of any device.
  'GET /api/ports/connections': { sees: isUnrestricted },
  // An unknown device is in no group: only unrestricted users may adopt it.
  'GET /api/unknownDevices': { needs: 'devices:write' },
  'POST /api/unknownDevices/:deviceId/adopt': { needs: 'devices:write', sees: isUnrestricted },
  'DELETE /api/unknownDevices/:deviceId': { needs: 'devices:write', sees: isUnrestricted },
  // The map contains no user data.
  'GET /api/map': {},
  ...Object.fromEntries(['GET /api/clock', 'GET /api/map/yard'].map((name) => [name, {}])),
  // Clock and log level concern the whole gateway.
  'POST /api/clock/accept': GATEWAY,
  'GET /api/changes': GATEWAY,
  ...Object.fromEntries(['GET /api/log', 'PUT /api/log', ...FILE_CALLS].map((name) => [name, GATEWAY])),
  // A tracker on a port may be in any group: only unrestricted users may set it up.
  'GET /api/templates': { needs: 'provision' },
  'POST /api/templates': { needs: 'provision', may: isUnrestricted },
  ...ofEach('/api/templates/:templateId', { needs: 'provision', sees: isUnrestricted }),
  'GET /api/provisioning': { needs: 'provision' },
  'POST /api/provisioning': { needs: 'provision', may: isUnrestricted },
  'GET /api/provisioning/receipts': { needs: 'provision' },
  'GET /api/provisioning/receipts/:receiptId': { needs: 'provision', sees: isUnrestricted },
  'GET /api/provisioning/:provisioningId': { needs: 'provision', sees: isUnrestricted },
  'DELETE /api/provisioning/:provisioningId': { needs: 'provision', sees: isUnrestricted },
};

const queryOf = ({ path }: Route): string =>
  path.startsWith('/api/ports') ? `?path=${PORT}` : path.includes(':uploadId') ? '?offset=0' : DAY;

const needsQuery = ({ path, query }: Route): boolean =>
  path === '/api/alerts' || (query?.schema !== undefined && 'required' in query.schema);

describe('access to routes', () => {
  const config = { serial: { ports: [{ path: PORT, protocol: 'queclink' }] } };
  const app = useApp({ config, seed, channels: { email: createTestChannel('email', 'unavailable').channel } });
  const clients = new Map<string, Client>();
  let count = 0;
  /** An unknown device can be adopted or discarded once, so each call has its own. */
  let unknownCount = 0;
  const reused = createReused();
  const sessionOf = (userId: string) => reused.idOf(`session ${userId}`, () => newSession(userId));

  before(async () => {
    for (const { name } of kinds) clients.set(name, await signIn(app.url(), { userName: name, apiKey: TEST_KEY }));
  });

  const fresh = (): string => `fresh-${(count += 1)}`;

  /** A rule or message for one call. */
  const newRule = async (): Promise<string> =>
    String((await app.call('POST', '/api/notifications', ruleInput(fresh()))).body.id);

  async function newMessage(device: string): Promise<string> {
    const body = { channel: 'email', to: 'depot@example.org', text: 'x' };
    // A call of another route has set a limit.
    await app.call('PUT', `/api/devices/${device}/limits`, { dailyEmailLimit: null });
    return String((await app.call('POST', `/api/devices/${device}/messages`, body)).body.id);
  }

  async function newAlert(device: string): Promise<string> {
    const { body } = await app.call('POST', `/api/devices/${device}/alerts`, { alerts: [fresh()] });
    return (body.alerts as { id: string }[])[0]?.id ?? '';
  }

  async function newCommand(device: string): Promise<string> {
    const { body } = await app.call('POST', `/api/devices/${device}/sendCommand`, commandInput);
    return (body.command as { id: string }).id;
  }
  async function cancelCommands(): Promise<void> {
    const { body } = await app.call('GET', '/api/commands?state=queued');
    for (const { id } of body.commands as { id: string }[]) await app.call('DELETE', `/api/commands/${id}`);
  }

  async function newTemplate(): Promise<string> {
    return String((await app.call('POST', '/api/templates', { name: fresh(), protocol: 'queclink' })).body.id);
  }
  async function newProvisioning(): Promise<string> {
    const { body } = await app.call('POST', '/api/provisioning', provisioningInput);
    return (body.provisioning as { id: string }).id;
  }
  async function endSessions(): Promise<void> {
    const { body } = await app.call('GET', '/api/provisioning');
    const open = (body.provisionings as { id: string; ended: string | null }[]).filter(({ ended }) => ended === null);
    for (const { id } of open) await app.call('DELETE', `/api/provisioning/${id}`);
  }

  /** A user for one call, which may delete it. */
  async function newUser(side: Side): Promise<string> {
    const { body } = await app.call('POST', '/api/users', { ...userInput(fresh()), ...SCOPES[side] });
    return String(body.id);
  }

  async function newSession(userId: string): Promise<string> {
    const password = 'a right password';
    await app.call('PUT', `/api/users/${userId}/password`, { password });
    const { body } = await app.call('GET', `/api/users/${userId}`);
    const request = { userName: body.name, password, remember: true };
    await app.call('POST', '/api/Auth/Token', request);
    const { body: listed } = await app.call('GET', `/api/users/${userId}/sessions`);
    return (listed.sessions as { id: string }[])[0]?.id ?? '';
  }
  async function newAccessKey(userId: string): Promise<string> {
    const { body } = await app.call('POST', `/api/users/${userId}/keys`, { name: fresh(), privileges: [] });
    return (body.accessKey as { id: string }).id;
  }
  /** A display for one call; one that is left would count against the limit. */
  async function newDisplay(side: Side): Promise<string> {
    for (const { id } of (await app.call('GET', '/api/displays')).body.displays as { id: string }[]) {
      await app.call('DELETE', `/api/displays/${id}`);
    }
    const group = side === 'inside' ? { group: 'inside' } : {};
    return ((await app.call('POST', '/api/displays', { name: fresh(), ...group })).body.display as { id: string }).id;
  }

  const bodies: Readonly<Record<string, (side: Side) => object>> = {
    'POST /api/devices': () => ({ id: fresh() }),
    'PUT /api/devices/:deviceId': () => ({ description: fresh() }),
    'PATCH /api/devices/:deviceId': () => ({ description: fresh() }),
    'PUT /api/devices/:deviceId/limits': () => ({ dailyEmailLimit: 1 }),
    'POST /api/devices/:deviceId/locations': () => fixAt((count += 1)),
    'POST /api/devices/:deviceId/alerts': () => ({ alerts: [fresh()] }),
    'POST /api/devices/:deviceId/messages': () => ({ channel: 'email', to: 'depot@example.org', text: fresh() }),
    'POST /api/devices/:deviceId/sendCommand': () => commandInput,
    ...DEPOT_BODIES,
    'POST /api/notifications': () => ruleInput(fresh()),
    'PUT /api/notifications/:notificationId': () => ruleInput(fresh()),
    'PATCH /api/notifications/:notificationId': () => ({ quietMinutes: 5 }),
    ...ALERT_RULE_BODIES,
    ...UPLINK_BODIES,
    'POST /api/templates': () => ({ name: fresh(), protocol: 'queclink' }),
    'PUT /api/templates/:templateId': () => ({ name: fresh(), protocol: 'queclink' }),
    'PATCH /api/templates/:templateId': () => ({ description: fresh() }),
    'POST /api/provisioning': () => provisioningInput,
    'POST /api/unknownDevices/:deviceId/adopt': () => ({}),
    'PUT /api/log': () => ({ level: 'info' }),
    'POST /api/groups': () => ({ name: fresh() }),
    'PUT /api/groups/:groupId': (side) => ({ name: side, devices: [side === 'inside' ? 'bus' : 'van'] }),
    'PATCH /api/groups/:groupId': () => ({ description: fresh() }),
    ...ACCOUNT_BODIES,
    'PUT /api/ports': () => ({ protocol: 'queclink' }),
    ...FILE_BODIES,
  };

  async function outcome(route: Route, user: User, side: Side): Promise<string | number> {
    const device = side === 'inside' ? 'bus' : 'van';
    const userId = route.path.includes(':userId') ? await reused.idOf(`user ${side}`, () => newUser(side)) : '';
    const path = (await withDepot(await withUplink(await withNewEntity(route.path, app.call), app.call), app.call))
      .replace(':deviceId', route.path.includes('unknown') ? unknownId((unknownCount += 1)) : device)
      .replace(':groupId', side)
      .replace(':templateId', route.path.includes(':templateId') ? await newTemplate() : '')
      .replace(':provisioningId', route.path.includes(':provisioningId') ? await newProvisioning() : '')
      .replace(':receiptId', 'receipt')
      .replace(':notificationId', route.path.includes(':notificationId') ? await newRule() : '')
      .replace(':alertId', route.path.includes(':alertId') ? await newAlert(device) : '')
      .replace(':messageId', route.path.includes(':messageId') ? await newMessage(device) : '')
      .replace(':commandId', route.path.includes(':commandId') ? await newCommand(device) : '')
      .replace(':userId', userId)
      .replace(':sessionId', route.path.includes(':sessionId') ? await sessionOf(userId) : '')
      .replace(':keyId', route.path.includes(':keyId') ? await newAccessKey(userId) : '')
      .replace(':displayId', route.path.includes(':displayId') ? await newDisplay(side) : '')
      .replace(':uploadId', route.path.includes(':uploadId') ? await newUpload(app.call) : '');
    putFilesOf(route.path, app.data());
    const address = path + (needsQuery(route) ? queryOf(route) : '');
    const { status } = await request(app.url(), route.method.toUpperCase(), address, bodies[nameOf(route)]?.(side), {
      Authorization: `Bearer ${authorizationOf(user)}`,
      ...(route.bytes === true && { 'Content-Type': 'application/octet-stream' }),
    });
    const isDone = [200, 201, 409].includes(status);
    if (isDone && userId !== '' && route.method !== 'get') reused.clear();
    if (route.path.startsWith('/api/provisioning')) await endSessions();
    if (/command/i.test(route.path)) await cancelCommands();
    if (nameOf(route) === 'DELETE /api/devices/:deviceId' && status === 200) {
      await app.call('POST', '/api/devices', { id: device });
      await app.call('PATCH', `/api/groups/${side}`, { devices: [device] });
    }
    return isDone ? 'done' : status;
  }

  function client({ name }: User): Client {
    const found = clients.get(name);
    if (found === undefined) throw new Error(`${name} is not signed in`);
    return found;
  }
  const authorizationOf = (user: User): string =>
    KEY_CALLERS.includes(user) ? `wpk_${user.name}` : client(user).token;

  it('every route that requires a token has a rule', () => {
    expect(Object.keys(rules)).to.have.members(table.map(nameOf));
  });

  for (const route of table) {
    it(`${nameOf(route)} follows its rule for ${KEY_CALLERS.length} access keys of an administrator`, async () => {
      const rule = rules[nameOf(route)] ?? {};
      for (const user of KEY_CALLERS) {
        const expected = user.expires === null ? expectedOf(rule, user, 'outside') : 401;
        const isRefused = expected === 'done' && GIVES_CREDENTIALS.has(nameOf(route));
        expect(await outcome(route, user, 'outside'), user.name).to.equal(isRefused ? 403 : expected);
      }
    });

    it(`${nameOf(route)} follows its rule for ${kinds.length} kinds of user, inside and outside their scope`, async () => {
      const rule = rules[nameOf(route)] ?? {};
      for (const user of kinds) {
        for (const side of ['inside', 'outside'] as const) {
          const found = await outcome(route, user, side);
          expect(found, `${user.name}, ${side}`).to.equal(expectedOf(rule, user, side));
        }
      }
    });
  }

  it('the lists contain exactly the entities that the user can read one by one', async () => {
    for (const user of kinds) {
      const seen = async (path: string, name: string): Promise<string[]> => {
        const { body } = await client(user).call('GET', path);
        return ((body[name] ?? []) as { id: string }[]).map(({ id }) => id);
      };
      for (const name of ['devices', 'groups'] as const) {
        const path = `/api/${name}`;
        const all = ((await app.call('GET', path)).body[name] as { id: string }[]).map(({ id }) => id);
        const responses = await Promise.all(all.map((id) => client(user).call('GET', `${path}/${id}`)));
        const visible = all.filter((_id, index) => responses[index]?.status === 200);
        expect(await seen(path, name), `${user.name}: ${path}`).to.have.members(visible);
      }
    }
  });
});
