import { expect } from 'chai';
import { routes, type Services } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import type { Change } from '../../src/schema/entry.js';
import { PRIVILEGES } from '../../src/schema/accounts/privileges.js';
import type { User } from '../../src/schema/accounts/user.js';
import { useApp } from '../support/app.js';
import { signIn, type Client } from '../support/client.js';
import { groupOf, nameOf, userInput } from '../support/examples.js';
import { TEST_KEY } from '../support/gateway.js';
import { receiptOf, templateOf } from '../support/provisioning.js';
import { deviceOf, fixAt, quarantinedOf } from '../support/records.js';
import { createTestChannel } from '../support/test-channel.js';
import { userOf, usersWithKey } from '../support/users.js';

/**
 * Who may do what with what, written down once more without a look at how the gateway decides it: every row of the
 * table by every kind of user, on something inside his scope and on something outside of it.
 */

const table = routes({} as Services).filter(
  ({ access, responses }) => access !== 'anyone' && access !== 'optional' && Object.keys(responses).length > 0,
);

const every = [...PRIVILEGES].filter((privilege) => privilege !== 'admin');
const kinds: readonly User[] = [
  userOf('administrator', { privileges: ['admin'] }),
  userOf('looker'),
  ...every.map((privilege) => userOf(`only-${privilege.replace(':', '-')}`, { privileges: [privilege] })),
  userOf('of-the-group', { group: 'inside', privileges: every }),
  userOf('of-the-device', { deviceId: 'bus', privileges: every }),
  userOf('looker-of-the-group', { group: 'inside' }),
  userOf('of-a-group-that-is-gone', { group: 'gone', privileges: every }),
];

/** Where the two are: the group `inside` has the device `bus`, nothing that is bound sees the device `van`. */
const seed = async (): Promise<Change[]> => [
  { kind: 'device', v: deviceOf('bus') },
  { kind: 'device', v: deviceOf('van') },
  { kind: 'template', v: templateOf() },
  { kind: 'provisioning-receipt', v: receiptOf() },
  { kind: 'group', v: groupOf('inside', ['bus']) },
  { kind: 'group', v: groupOf('outside', ['van']) },
  ...Array.from({ length: 100 }, (_, n) => quarantinedOf(stranger(n + 1), fixAt(1))),
  // Nobody can remove a group that users are bound to: both are there for every call.
  ...(await usersWithKey(...kinds, userOf('elsewhere', { group: 'outside' }))),
];

const stranger = (n: number): string => `stranger-${n}`;

const ruleInput = (name: string): object => ({ name, emails: ['depot@example.org'] });

/** A port that is not there; it may be in provisioning once at a time. */
const BENCH = '/dev/waypost-bench';
const benchInput = { template: 'vans', ports: [BENCH] };

const DAY = '?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';

type Place = 'inside' | 'outside';
type Expected = 'done' | 403 | 404;

const isBound = (user: User): boolean => user.group !== null || user.deviceId !== null;
const has = (user: User, privilege: string): boolean =>
  user.privileges.some((one) => one === privilege || one === 'admin');
const seesDevice = (user: User, place: Place): boolean =>
  !isBound(user) || (place === 'inside' && user.group !== 'gone');
const seesGroup = (user: User, place: Place): boolean =>
  !isBound(user) || (user.group === 'inside' && place === 'inside');
/** The one inside sees `bus` alone, the one outside everything: who is bound manages the first at most. */
const seesUser = (user: User, place: Place): boolean =>
  has(user, 'users:write') && (!isBound(user) || (place === 'inside' && user.group !== 'gone'));

type Rule = {
  readonly needs?: string;
  readonly sees?: (user: User, place: Place) => boolean;
  /** more than a privilege */
  readonly may?: (user: User) => boolean;
};

const free = (user: User): boolean => !isBound(user);
const rules: Readonly<Record<string, Rule>> = {
  'GET /api/devices': {},
  // A device of that id would be outside of what one who is bound to another device sees.
  'POST /api/devices': { needs: 'devices:write', may: ({ group, deviceId }) => group !== 'gone' && deviceId === null },
  'GET /api/devices/:deviceId': { sees: seesDevice },
  'PUT /api/devices/:deviceId': { needs: 'devices:write', sees: seesDevice },
  'PATCH /api/devices/:deviceId': { needs: 'devices:write', sees: seesDevice },
  'DELETE /api/devices/:deviceId': { needs: 'devices:write', sees: seesDevice },
  'GET /api/devices/:deviceId/limits': { sees: seesDevice },
  'PUT /api/devices/:deviceId/limits': { needs: 'devices:write', sees: seesDevice },
  'GET /api/devices/:deviceId/lastLocation': { sees: seesDevice },
  'GET /api/devices/:deviceId/locations': { sees: seesDevice },
  'POST /api/devices/:deviceId/locations': { needs: 'ingest', sees: seesDevice },
  'GET /api/devices/:deviceId/alerts': { sees: seesDevice },
  'GET /api/alerts': {},
  'POST /api/devices/:deviceId/alerts': { needs: 'ingest', sees: seesDevice },
  'POST /api/devices/:deviceId/messages': { needs: 'messages', sees: seesDevice },
  'GET /api/messages': {},
  'GET /api/messages/:messageId': { sees: seesDevice },
  'DELETE /api/messages/:messageId': { needs: 'messages', sees: seesDevice },
  'GET /api/notifications': { needs: 'messages' },
  // A rule names people and devices: only who is free may have it.
  'POST /api/notifications': { needs: 'messages', may: free },
  'GET /api/notifications/:notificationId': { needs: 'messages', sees: free },
  'PUT /api/notifications/:notificationId': { needs: 'messages', sees: free },
  'PATCH /api/notifications/:notificationId': { needs: 'messages', sees: free },
  'DELETE /api/notifications/:notificationId': { needs: 'messages', sees: free },
  'GET /api/licenses': {},
  'GET /api/groups': {},
  'POST /api/groups': { needs: 'groups:write', may: free },
  'GET /api/groups/:groupId': { sees: seesGroup },
  'PUT /api/groups/:groupId': { needs: 'groups:write', sees: seesGroup, may: free },
  'PATCH /api/groups/:groupId': { needs: 'groups:write', sees: seesGroup, may: free },
  'DELETE /api/groups/:groupId': { needs: 'groups:write', sees: seesGroup, may: free },
  'GET /api/users/countries': {},
  'GET /api/users/timeZones': {},
  'GET /api/users': { needs: 'users:write' },
  // Who is made without a bound would see more than one who is bound and makes him.
  'POST /api/users': { needs: 'users:write', may: free },
  'GET /api/users/:userId': { sees: seesUser },
  'PUT /api/users/:userId': { sees: seesUser },
  'PATCH /api/users/:userId': { sees: seesUser },
  'DELETE /api/users/:userId': { needs: 'users:write', sees: seesUser },
  'POST /api/users/:userId/apiKey': { sees: seesUser },
  'DELETE /api/users/:userId/apiKey': { sees: seesUser },
  'GET /api/ports': {},
  // What is no device yet is in nobody's group: only who is free may have it.
  'GET /api/unknownDevices': { needs: 'devices:write' },
  'POST /api/unknownDevices/:deviceId/adopt': { needs: 'devices:write', sees: free },
  'DELETE /api/unknownDevices/:deviceId': { needs: 'devices:write', sees: free },
  // A map tells nothing of anybody.
  'GET /api/map': {},
  'GET /api/clock': {},
  // The log is of the whole gateway.
  'GET /api/log': { needs: 'admin', may: free },
  'PUT /api/log': { needs: 'admin', may: free },
  // What is on a port may be anybody's: only who is free may set it up.
  'GET /api/templates': { needs: 'provision' },
  'POST /api/templates': { needs: 'provision', may: free },
  'GET /api/templates/:templateId': { needs: 'provision', sees: free },
  'PUT /api/templates/:templateId': { needs: 'provision', sees: free },
  'PATCH /api/templates/:templateId': { needs: 'provision', sees: free },
  'DELETE /api/templates/:templateId': { needs: 'provision', sees: free },
  'GET /api/provisioning': { needs: 'provision' },
  'POST /api/provisioning': { needs: 'provision', may: free },
  'GET /api/provisioning/receipts': { needs: 'provision' },
  'GET /api/provisioning/receipts/:receiptId': { needs: 'provision', sees: free },
  'GET /api/provisioning/:provisioningId': { needs: 'provision', sees: free },
  'DELETE /api/provisioning/:provisioningId': { needs: 'provision', sees: free },
};

function expectedOf({ needs, sees, may }: Rule, user: User, place: Place): Expected {
  if (needs !== undefined && !has(user, needs)) return 403;
  if (sees !== undefined && !sees(user, place)) return 404;
  return may === undefined || may(user) ? 'done' : 403;
}

describe('who may do what with what', () => {
  const config = { serial: { ports: [{ path: BENCH, protocol: 'queclink' }] } };
  const app = useApp({ config, seed, channels: { email: createTestChannel('email', 'unavailable').channel } });
  const clients = new Map<string, Client>();
  let count = 0;
  /** One can be adopted or discarded once: each call has its own. */
  let strangers = 0;

  before(async function () {
    this.timeout(30_000);
    for (const { name } of kinds) clients.set(name, await signIn(app.url(), { userName: name, apiKey: TEST_KEY }));
  });

  const fresh = (): string => `fresh-${(count += 1)}`;
  const placed = { inside: { group: 'inside', deviceId: 'bus' }, outside: {} };

  /** A rule, or a message, for one call alone. */
  async function newRule(): Promise<string> {
    return String((await app.call('POST', '/api/notifications', ruleInput(fresh()))).body.id);
  }
  async function newMessage(device: string): Promise<string> {
    const body = { channel: 'email', to: 'depot@example.org', text: 'x' };
    // Another row has set a limit.
    await app.call('PUT', `/api/devices/${device}/limits`, { dailyEmailLimit: null });
    return String((await app.call('POST', `/api/devices/${device}/messages`, body)).body.id);
  }

  async function newTemplate(): Promise<string> {
    return String((await app.call('POST', '/api/templates', { name: fresh(), protocol: 'queclink' })).body.id);
  }
  async function newProvisioning(): Promise<string> {
    const { body } = await app.call('POST', '/api/provisioning', benchInput);
    return (body.provisioning as { id: string }).id;
  }
  async function endAll(): Promise<void> {
    const { body } = await app.call('GET', '/api/provisioning');
    const open = (body.provisionings as { id: string; ended: string | null }[]).filter(({ ended }) => ended === null);
    for (const { id } of open) await app.call('DELETE', `/api/provisioning/${id}`);
  }

  /** A user for one call alone: he may be gone after it. */
  async function newUser(place: Place): Promise<string> {
    const { body } = await app.call('POST', '/api/users', { ...userInput(fresh()), ...placed[place] });
    return String(body.id);
  }

  const bodies: Readonly<Record<string, (place: Place) => object>> = {
    'POST /api/devices': () => ({ id: fresh() }),
    'PUT /api/devices/:deviceId': () => ({ description: fresh() }),
    'PATCH /api/devices/:deviceId': () => ({ description: fresh() }),
    'PUT /api/devices/:deviceId/limits': () => ({ dailyEmailLimit: 1 }),
    'POST /api/devices/:deviceId/locations': () => fixAt((count += 1)),
    'POST /api/devices/:deviceId/alerts': () => ({ alerts: [fresh()] }),
    'POST /api/devices/:deviceId/messages': () => ({ channel: 'email', to: 'depot@example.org', text: fresh() }),
    'POST /api/notifications': () => ruleInput(fresh()),
    'PUT /api/notifications/:notificationId': () => ruleInput(fresh()),
    'PATCH /api/notifications/:notificationId': () => ({ quietMinutes: 5 }),
    'POST /api/templates': () => ({ name: fresh(), protocol: 'queclink' }),
    'PUT /api/templates/:templateId': () => ({ name: fresh(), protocol: 'queclink' }),
    'PATCH /api/templates/:templateId': () => ({ description: fresh() }),
    'POST /api/provisioning': () => benchInput,
    'POST /api/unknownDevices/:deviceId/adopt': () => ({}),
    'PUT /api/log': () => ({ level: 'info' }),
    'POST /api/groups': () => ({ name: fresh() }),
    'PUT /api/groups/:groupId': (place) => ({ name: place, devices: [place === 'inside' ? 'bus' : 'van'] }),
    'PATCH /api/groups/:groupId': () => ({ description: fresh() }),
    'POST /api/users': () => userInput(fresh()),
    'PUT /api/users/:userId': (place) => ({ ...userInput(fresh()), ...placed[place] }),
    'PATCH /api/users/:userId': () => ({ description: fresh() }),
  };

  async function outcome(row: Route, user: User, place: Place): Promise<string | number> {
    const device = place === 'inside' ? 'bus' : 'van';
    const path = row.path
      .replace(':deviceId', row.path.includes('unknown') ? stranger((strangers += 1)) : device)
      .replace(':groupId', place)
      .replace(':templateId', row.path.includes(':templateId') ? await newTemplate() : '')
      .replace(':provisioningId', row.path.includes(':provisioningId') ? await newProvisioning() : '')
      .replace(':receiptId', 'receipt')
      .replace(':notificationId', row.path.includes(':notificationId') ? await newRule() : '')
      .replace(':messageId', row.path.includes(':messageId') ? await newMessage(device) : '')
      .replace(':userId', row.path.includes(':userId') ? await newUser(place) : '');
    const query = row.query?.schema !== undefined && 'required' in row.query.schema ? DAY : '';
    const { status } = await client(user).call(row.method.toUpperCase(), path + query, bodies[nameOf(row)]?.(place));
    if (row.path.startsWith('/api/provisioning')) await endAll();
    if (nameOf(row) === 'DELETE /api/devices/:deviceId' && status === 200) {
      await app.call('POST', '/api/devices', { id: device });
      await app.call('PATCH', `/api/groups/${place}`, { devices: [device] });
    }
    return status === 200 || status === 201 || status === 409 ? 'done' : status;
  }

  function client({ name }: User): Client {
    const found = clients.get(name);
    if (found === undefined) throw new Error(`${name} is not signed in`);
    return found;
  }

  it('is written down for every row that takes a token', () => {
    expect(Object.keys(rules)).to.have.members(table.map(nameOf));
  });

  for (const row of table) {
    it(`is as written for ${nameOf(row)}, by ${kinds.length} kinds of user, inside and outside`, async function () {
      this.timeout(30_000);
      const rule = rules[nameOf(row)] ?? {};
      for (const user of kinds) {
        for (const place of ['inside', 'outside'] as const) {
          const found = await outcome(row, user, place);
          expect(found, `${user.name}, ${place}`).to.equal(expectedOf(rule, user, place));
        }
      }
    });
  }

  it('shows in lists what could be seen one by one, and nothing else', async () => {
    for (const user of kinds) {
      const seen = async (path: string, name: string): Promise<string[]> => {
        const { body } = await client(user).call('GET', path);
        return ((body[name] ?? []) as { id: string }[]).map(({ id }) => id);
      };
      for (const [path, name] of [
        ['/api/devices', 'devices'],
        ['/api/groups', 'groups'],
      ] as const) {
        const all = ((await app.call('GET', path)).body[name] as { id: string }[]).map(({ id }) => id);
        const one = await Promise.all(all.map((id) => client(user).call('GET', `${path}/${id}`)));
        const visible = all.filter((_id, place) => one[place]?.status === 200);
        expect(await seen(path, name), `${user.name}: ${path}`).to.have.members(visible);
      }
    }
  });
});
