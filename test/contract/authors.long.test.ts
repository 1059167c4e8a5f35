import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { routes, type RouteServices } from '../../src/http/routes/index.js';
import type { Route } from '../../src/http/route.js';
import type { NamedReference } from '../../src/schema/common.js';
import type { Entry } from '../../src/schema/entry.js';
import { request } from '../support/api/client.js';
import { exampleConfig, exampleOf, exampleSeed, nameOf, userInput } from '../support/api/examples.js';
import { createTestChannel } from '../support/channels/test-channel.js';
import { useApp, type TestApp } from '../support/gateway/app.js';
import { eventually } from '../support/gateway/eventually.js';
import { putExampleFiles } from '../support/store/data-files.js';
import { readLog } from '../support/store/read-log.js';

const table: readonly Route[] = routes({} as RouteServices);
const writing = table.filter(({ method, leavesEntry }) => method !== 'get' || leavesEntry === true);

type Row = {
  readonly kinds: readonly string[];
  /** one that changes something, where that of the example does not */
  readonly body?: object;
};

/** The kinds of the entries that name the caller, by route. None: the call stores nothing, or only records. */
const ROWS: Readonly<Record<string, Row>> = {
  // The entries of a sign-in are below.
  'POST /api/Auth/Token': { kinds: [] },
  'POST /api/Auth/Link': { kinds: [] },
  'POST /api/Auth/Confirm': { kinds: [] },
  'POST /api/devices': { kinds: ['device'] },
  'PUT /api/devices/:deviceId': { kinds: ['device'] },
  'PATCH /api/devices/:deviceId': { kinds: ['device'] },
  'DELETE /api/devices/:deviceId': { kinds: ['device-removed'] },
  'PUT /api/devices/:deviceId/limits': { kinds: ['device'] },
  'POST /api/devices/:deviceId/locations': { kinds: [] },
  'POST /api/devices/:deviceId/alerts': { kinds: [] },
  'POST /api/alerts/:alertId/acknowledge': { kinds: ['alert-acknowledged'] },
  'POST /api/records': { kinds: ['depot'] },
  'POST /api/depots': { kinds: ['depot'] },
  'PUT /api/depots/:depotId': { kinds: ['depot'] },
  'PATCH /api/depots/:depotId': { kinds: ['depot'] },
  'DELETE /api/depots/:depotId': { kinds: ['depot-removed'] },
  'POST /api/devices/:deviceId/messages': { kinds: ['message'] },
  'DELETE /api/messages/:messageId': { kinds: ['message-settled'] },
  'POST /api/devices/:deviceId/sendCommand': { kinds: ['command'] },
  'DELETE /api/commands/:commandId': { kinds: ['command-settled'] },
  'POST /api/notifications': { kinds: ['notification'] },
  'PUT /api/notifications/:notificationId': { kinds: ['notification'] },
  'PATCH /api/notifications/:notificationId': { kinds: ['notification'] },
  'DELETE /api/notifications/:notificationId': { kinds: ['notification-removed'] },
  'POST /api/zones/import': { kinds: ['zone'] },
  'POST /api/zones': { kinds: ['zone'] },
  'PUT /api/zones/:zoneId': { kinds: ['zone'] },
  'PATCH /api/zones/:zoneId': { kinds: ['zone'] },
  'DELETE /api/zones/:zoneId': { kinds: ['zone-removed'] },
  'POST /api/alertRules/preview': { kinds: [] },
  'POST /api/alertRules': { kinds: ['alert-rule'] },
  'PUT /api/alertRules/:alertRuleId': { kinds: ['alert-rule'] },
  'PATCH /api/alertRules/:alertRuleId': { kinds: ['alert-rule'] },
  'DELETE /api/alertRules/:alertRuleId': { kinds: ['alert-rule-removed'] },
  'POST /api/groups': { kinds: ['group'] },
  'PUT /api/groups/:groupId': { kinds: ['group'] },
  'PATCH /api/groups/:groupId': { kinds: ['group'] },
  'DELETE /api/groups/:groupId': { kinds: ['group-removed'] },
  'PUT /api/map/yard': { kinds: ['file-changed'] },
  'DELETE /api/map/yard': { kinds: ['file-changed'] },
  'POST /api/users': { kinds: ['user'] },
  'PUT /api/users/:userId': { kinds: ['user'], body: { ...userInput('reader'), description: 'reads' } },
  'PATCH /api/users/:userId': { kinds: ['user'] },
  'DELETE /api/users/:userId': { kinds: ['user-removed'] },
  'POST /api/users/:userId/apiKey': { kinds: ['credential', 'key-digest'] },
  'DELETE /api/users/:userId/apiKey': { kinds: ['credential-removed'] },
  'PUT /api/users/:userId/password': { kinds: ['sign-in-password'] },
  'POST /api/users/:userId/link': { kinds: ['sign-in-link'] },
  'POST /api/users/:userId/keys': { kinds: ['access-key'] },
  'DELETE /api/users/:userId/keys/:keyId': { kinds: ['access-key-removed'] },
  'DELETE /api/users/:userId/sessions': { kinds: ['signed-out'] },
  'DELETE /api/users/:userId/sessions/:sessionId': { kinds: ['sessions-removed'] },
  'POST /api/displays': { kinds: ['display'] },
  'DELETE /api/displays/:displayId': { kinds: ['display-removed'] },
  'PUT /api/ports': { kinds: ['port'] },
  'DELETE /api/ports': { kinds: ['port-removed'] },
  'POST /api/unknownDevices/:deviceId/adopt': { kinds: ['device', 'quarantine-removed'] },
  'DELETE /api/unknownDevices/:deviceId': { kinds: ['quarantine-removed'] },
  'PUT /api/uplinks/:uplinkName': { kinds: ['uplink'] },
  'DELETE /api/uplinks/:uplinkName': { kinds: ['uplink-removed'] },
  'POST /api/uplinks/:uplinkName/test': { kinds: [] },
  'POST /api/uplinks/:uplinkName/retry': { kinds: [] },
  'POST /api/uplinks/:uplinkName/reset': { kinds: ['uplink-begun'] },
  'POST /api/templates': { kinds: ['template'] },
  'PUT /api/templates/:templateId': { kinds: ['template'] },
  'PATCH /api/templates/:templateId': { kinds: ['template'] },
  'DELETE /api/templates/:templateId': { kinds: ['template-removed'] },
  'POST /api/provisioning': { kinds: ['provisioning'] },
  'DELETE /api/provisioning/:provisioningId': { kinds: ['provisioning-ended'] },
  // The clock of the gateway is trusted: `clock-trust.test.ts` has one that is not.
  'POST /api/clock/accept': { kinds: [] },
  'PUT /api/log': { kinds: ['log-level'] },
  'POST /api/uploads': { kinds: [] },
  // Only the last part: `uploads.test.ts`.
  'PUT /api/uploads/:uploadId': { kinds: [] },
  'DELETE /api/uploads/:uploadId': { kinds: [] },
  // The example dismisses the result of a restore.
  'DELETE /api/restore': { kinds: [] },
  'GET /api/backup': { kinds: ['file-taken'] },
  // This process makes no bundle.
  'GET /api/bundle': { kinds: [] },
  'PATCH /api/settings': {
    kinds: ['secrets-set', 'setting'],
    body: { licenses: { total: 99 }, notifications: { sms: { pin: '1234' } } },
  },
  'POST /api/settings/test': { kinds: [] },
  'PUT /api/webhooks/:webhookName': { kinds: ['secrets-set', 'webhook'] },
  'DELETE /api/webhooks/:webhookName': { kinds: ['webhook-removed'] },
  'POST /api/webhooks/:webhookName/test': { kinds: [] },
  'POST /api/events/ticket': { kinds: [] },
};

/** What the gateway itself does after a call, and records, which have no author. */
const OF_THE_GATEWAY = /^(?:location|alert|telemetry|zone-visit|rule-state|message-begun|uplink-begun|log-use|usage)$/;
/** A row without entries waits for this many milliseconds, because some entries follow the answer. */
const NOTHING_MS = 20;

describe('the author of a call', () => {
  const channels = {
    email: createTestChannel('email', 'unavailable').channel,
    webhook: createTestChannel('webhook').channel,
  };
  const app = useApp({ config: exampleConfig, seed: exampleSeed, prepare: putExampleFiles, channels });

  let admin: string | undefined;

  before(async () => {
    const { users } = (await app.call('GET', '/api/users')).body as unknown as { users: NamedReference[] };
    admin = users.find(({ name }) => name === 'admin')?.id;
  });

  it('every route that may write has a row', () => {
    expect(Object.keys(ROWS)).to.have.members(writing.map(nameOf));
  });

  for (const row of writing) {
    const name = nameOf(row);
    const { kinds, body } = ROWS[name] ?? { kinds: [] };

    it(`${name} leaves ${kinds.length === 0 ? 'no entry' : `${kinds.join(' and ')} with the caller`}`, async () => {
      const before = readLog(app.data()).length;
      const example = exampleOf(row);
      const method = row.method.toUpperCase();
      const status = await send(app, method, example.address, body ?? example.body, example.headers);
      if (name !== 'GET /api/bundle') expect(status).to.be.within(200, 299);
      const added = (): readonly Entry[] => readLog(app.data()).slice(before);
      const named = (): Entry[] => added().filter(({ by }) => by !== undefined);
      if (kinds.length === 0) await delay(NOTHING_MS);
      else await eventually('the entry is stored', () => named().length > 0);
      expect([...new Set(named().map(({ kind }) => kind))].sort()).to.deep.equal(kinds);
      for (const { by } of named())
        expect(by).to.deep.equal({ type: 'user', id: admin, name: 'admin', via: 'apiKey', address: '127.0.0.1' });
      for (const { kind, by } of added()) if (by === undefined) expect(kind).to.match(OF_THE_GATEWAY);
    });
  }

  it('a body with an author and previous values changes neither', async () => {
    const forged = { type: 'user', id: 'u1', name: 'somebody else', via: 'password', address: '10.0.0.1' };
    const before = readLog(app.data()).length;
    await app.call('POST', '/api/groups', { name: 'Forged', by: forged, was: { name: 'x' } });
    const [entry] = readLog(app.data()).slice(before);
    expect(entry?.by).to.include({ name: 'admin', address: '127.0.0.1' });
    expect(entry).not.to.have.property('was');
    expect(entry?.v).not.to.have.any.keys('by', 'was');
    const { body } = await app.call('POST', '/api/devices', { id: 'forged', by: forged });
    expect(body).to.include({ code: 'validation_failed' });
  });

  it('what a gateway forwards has its user as the author, and an acknowledgement the person at that gateway', async () => {
    await app.call('POST', '/api/depots', { name: 'Center', userId: admin, unknownDevices: 'register' });
    const before = readLog(app.data()).length;
    const id = (n: number): string => `north:abcdefgh:${n}`;
    const alert = { dateTime: '2026-11-21T07:00:00.000Z', alerts: ['SOSButton'] };
    const acknowledged = { at: alert.dateTime, by: { id: 'u-eve', name: 'Eve' }, note: '' };
    const records = [
      { id: id(1), kind: 'alert', deviceId: 'lorry', alert },
      { id: id(2), kind: 'acknowledgement', deviceId: 'lorry', alertId: '1', acknowledged },
    ];
    const { body } = await app.call('POST', '/api/records', { store: 'north:abcdefgh', records });
    expect(body).to.include({ accepted: 2 });
    const entries = readLog(app.data()).slice(before);
    const byOf = (kind: string): unknown => entries.find((entry) => entry.kind === kind)?.by;
    for (const kind of ['depot', 'device']) expect(byOf(kind), kind).to.include({ id: admin, via: 'apiKey' });
    expect(byOf('alert')).to.equal(undefined);
    expect(byOf('alert-acknowledged')).to.deep.equal({
      ...{ type: 'uplink', uplink: 'north', name: 'Eve', address: '127.0.0.1' },
    });
  });

  it('an entry has how the caller signed in, and keeps the name of a user who is removed', async () => {
    const { user } = (
      await app.call('POST', '/api/users', {
        ...userInput('carol'),
        ...{ privileges: ['groups:write'], password: 'a new password' },
      })
    ).body as unknown as { user: NamedReference };
    const { apiKey } = (await app.call('POST', `/api/users/${user.id}/apiKey`)).body as unknown as { apiKey: string };
    const proofs = {
      password: { userName: 'carol', password: 'a new password' },
      session: { userName: 'carol', password: 'a new password', remember: true },
      apiKey: { userName: 'carol', apiKey },
      link: { link: await newLink(app, user.id) },
    };
    const before = readLog(app.data()).length;
    for (const [via, proof] of Object.entries(proofs)) {
      const { body } = await request(app.url(), 'POST', '/api/Auth/Token', proof);
      const headers = { authorization: `Bearer ${String(body.token)}` };
      await request(app.url(), 'POST', '/api/groups', { name: `by ${via}` }, headers);
    }
    await app.call('DELETE', `/api/users/${user.id}`);
    const entries = readLog(app.data()).slice(before);
    const own = { type: 'user', id: user.id, name: 'carol', address: '127.0.0.1' };
    expect(entries.filter(({ kind }) => kind === 'group').map(({ by }) => by)).to.deep.equal(
      Object.keys(proofs).map((via) => ({ ...own, via })),
    );
    for (const kind of ['login', 'session', 'sign-in-link-used'])
      expect(entries.find((entry) => entry.kind === kind)?.by, kind).to.include({ id: user.id, name: 'carol' });
    expect(entries.at(-1)).to.deep.include({ kind: 'user-removed', v: { id: user.id } });
    expect(entries.at(-1)?.was).to.include({ name: 'carol' });
  });
});

const newLink = async (app: TestApp, userId: string): Promise<unknown> =>
  (await app.call('POST', `/api/users/${userId}/link`)).body.link;

/** Some answers are files. */
async function send(
  app: TestApp,
  method: string,
  address: string,
  body: object | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const isRaw = body === undefined || body instanceof Uint8Array;
  const response = await fetch(app.url() + address, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers, authorization: `Bearer ${app.admin().token}` },
    ...(body !== undefined && { body: isRaw ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}
