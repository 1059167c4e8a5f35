import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebhookView } from '../../../src/schema/messages/webhook.js';
import type { AlertView } from '../../../src/schema/records/alert.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { signIn } from '../../support/api/client.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/channels/webhook-receiver.js';
import { useApp } from '../../support/gateway/app.js';
import { eventually } from '../../support/gateway/eventually.js';
import { createLogKeeper } from '../../support/gateway/log-lines.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { deviceOf } from '../../support/store/records.js';

const CONFIGURED = { name: 'fixed', url: 'https://fixed.example/', secret: 'CANARY-secret-of-the-file' };
const DAY = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z';
const CANARY = 'CANARY-secret-of-the-page';

describe('webhooks', () => {
  const log = createLogKeeper();
  const dispatcher = userOf('dispatcher', { privileges: ['messages'] });
  const guest = userOf('guest', { privileges: [] });
  const local = userOf('local', { privileges: ['messages'], deviceId: 'bus' });
  const app = useApp({
    seed: async () => [{ kind: 'device', v: deviceOf('bus') }, ...(await usersWithKey(dispatcher, guest, local))],
    logger: log.logger,
    config: { notifications: { webhooks: [CONFIGURED] } },
    configured: ['notifications.webhooks'],
  });
  let receiver: WebhookReceiver;
  before(async () => {
    receiver = await startWebhookReceiver();
  });
  after(() => receiver.stop());

  const list = async (): Promise<readonly WebhookView[]> =>
    (await app.call('GET', '/api/webhooks')).body.webhooks as WebhookView[];
  const put = (name: string, body: object) => app.call('PUT', `/api/webhooks/${name}`, body);
  const add = (name = 'dispatch') => put(name, { url: receiver.url, secret: CANARY });
  const expectForbidden = (answer: object): void => {
    expect(answer).to.nested.include({ status: 403, 'body.code': 'forbidden' });
  };
  const signInAs = (userName: string) => signIn(app.url(), { userName, apiKey: TEST_KEY });

  it('one is added, changed without its secret, listed, and removed', async () => {
    const added = await add();
    expectSuccess(added);
    const view = { name: 'dispatch', url: receiver.url, enabled: true, source: 'settings', secret: true };
    expect(added.body.webhook).to.deep.equal({ ...view, state: 'ready', reason: null });
    expectSuccess(await put('dispatch', { url: receiver.url, enabled: false }));
    expect((await list())[0]).to.deep.include({ ...view, enabled: false });
    expect((await list()).map(({ name, source }) => `${name} ${source}`)).to.deep.equal([
      'dispatch settings',
      'fixed configuration',
    ]);
    expectSuccess(await app.call('DELETE', '/api/webhooks/dispatch'));
    expect((await list()).map(({ name }) => name)).to.deep.equal(['fixed']);
    expectFailure(await app.call('DELETE', '/api/webhooks/dispatch'), 'not_found');
  });

  it('a changed address takes the secret again, and a new webhook needs one', async () => {
    expectFailure(await put('dispatch', { url: receiver.url }), 'validation_failed');
    await add();
    const moved = await put('dispatch', { url: 'https://attacker.example/' });
    expectFailure(moved, 'validation_failed');
    expect(moved.body.error).to.equal('/secret is missing: a change of url takes it again');
    expect((await list())[0]?.url).to.equal(receiver.url);
    expectSuccess(await put('dispatch', { url: 'https://other.example/', secret: CANARY }));
  });

  it('invalid names, addresses and secrets are refused', async () => {
    for (const name of ['a%20b', 'x'.repeat(33), '-a', 'a.b']) {
      expectFailure(await add(name), 'validation_failed');
    }
    for (const url of [
      'ftp://a.example/',
      'https://user:pw@a.example/',
      'javascript:1',
      'https://a.example/#x',
      '/x',
    ]) {
      expectFailure(await put('dispatch', { url, secret: CANARY }), 'validation_failed');
    }
    expectFailure(await put('dispatch', { url: receiver.url, secret: 'short' }), 'validation_failed');
  });

  it('one of the configuration is changed only there', async () => {
    for (const refused of [
      await put('fixed', { url: receiver.url, secret: CANARY }),
      await app.call('DELETE', '/api/webhooks/fixed'),
    ]) {
      expectFailure(refused, 'conflict');
      expect(refused.body.error).to.include('set by the configuration');
    }
  });

  it('users with the privilege messages see the names alone, others nothing, and only administrators change', async () => {
    await add();
    const user = await signInAs('dispatcher');
    expect((await user.call('GET', '/api/webhooks')).body.webhooks).to.deep.equal([
      { name: 'dispatch', enabled: true, source: 'settings' },
      { name: 'fixed', enabled: true, source: 'configuration' },
    ]);
    expectForbidden(await user.call('PUT', '/api/webhooks/mine', { url: receiver.url, secret: CANARY }));
    expectForbidden(await user.call('DELETE', '/api/webhooks/dispatch'));
    expectForbidden(await user.call('POST', '/api/webhooks/dispatch/test'));
    for (const name of ['guest', 'local']) {
      expectForbidden(await (await signInAs(name)).call('GET', '/api/webhooks'));
    }
  });

  it('the test button sends a signed message at once', async () => {
    await add();
    const before = receiver.received.length;
    expect((await app.call('POST', '/api/webhooks/dispatch/test')).body).to.deep.include({
      result: 'sent',
      reason: null,
    });
    expect(receiver.received).to.have.length(before + 1);
    expect(receiver.received.at(-1)?.event).to.include({ kind: 'test', device: null });
    receiver.answerBy((response) => response.writeHead(403).end());
    const { body } = await app.call('POST', '/api/webhooks/dispatch/test');
    expect(body).to.include({ result: 'failed' });
    expect(body.reason).to.include('answered with status 403');
    receiver.answerBy((response) => response.writeHead(204).end());
    expectFailure(await app.call('POST', '/api/webhooks/other/test'), 'not_found');
  });

  it('a rule names webhooks that exist, never an address, and keeps the webhook from being removed', async () => {
    await add();
    for (const webhooks of [['other'], ['https://attacker.example/']]) {
      const refused = await app.call('POST', '/api/notifications', { name: 'r', webhooks });
      expectFailure(refused, 'validation_failed');
    }
    const created = await app.call('POST', '/api/notifications', { name: 'r', webhooks: ['dispatch'] });
    expectSuccess(created, 201);
    const refused = await app.call('DELETE', '/api/webhooks/dispatch');
    expectFailure(refused, 'conflict');
    expect(refused.body.error).to.equal('webhook dispatch is in notification rule r: take it out there first');
    await app.call('DELETE', `/api/notifications/${String(created.body.id)}`);
    expectSuccess(await app.call('DELETE', '/api/webhooks/dispatch'));
  });

  it('an alert arrives with the alert as the API shows it, and the alert shows Webhook', async () => {
    await add();
    const rule = await app.call('POST', '/api/notifications', { name: 'r', webhooks: ['dispatch'] });
    const before = receiver.received.length;
    expectSuccess(await app.call('POST', '/api/devices/bus/alerts', { alerts: ['SOSButton'], text: 'help' }), 201);
    await eventually('the alert arrived', () => receiver.received.length === before + 1);
    const { event, headers } = receiver.received[before] ?? {};
    expect(event).to.deep.include({ kind: 'alert', device: { id: 'bus', name: 'bus' }, timeZone: 'UTC' });
    expect(event?.id).to.match(/^[0-9a-f-]{36}:[a-z2-7]{8}:\d+$/);
    expect(headers?.['x-waypost-id']).to.equal(event?.id);
    const alerts = async (): Promise<AlertView> =>
      ((await app.call('GET', `/api/alerts?${DAY}&limit=1`)).body.alerts as [AlertView])[0];
    await eventually('the alert shows it', async () => (await alerts()).notifications.includes('Webhook'));
    const { id, alerts: names, text, dateTime } = await alerts();
    expect(event?.alert).to.deep.include({ id, alerts: names, text, dateTime, webhook: false, notifications: [] });
    await app.call('DELETE', `/api/notifications/${String(rule.body.id)}`);
  });

  it('they stay over a restart, with their secrets', async () => {
    await add();
    await app.restart();
    expect((await list()).map(({ name, secret }) => [name, secret])).to.deep.equal([
      ['dispatch', true],
      ['fixed', true],
    ]);
    expect((await app.call('POST', '/api/webhooks/dispatch/test')).body).to.include({ result: 'sent' });
  });

  it('their number is bounded, with those of the configuration', async () => {
    for (let count = (await list()).length; count < 32; count += 1) expectSuccess(await add(`hook-${count}`));
    expectFailure(await add('one-more'), 'limit_reached');
    for (const { name, source } of await list()) {
      if (source === 'settings') await app.call('DELETE', `/api/webhooks/${name}`);
    }
  });

  it('no secret is in a response, the log, the state or the application log', async () => {
    await add();
    const answers = [
      ...(await Promise.all(
        ['/api/webhooks', '/api/settings', '/api/health', '/api/log/lines', '/api/messages'].map((path) =>
          app.call('GET', path),
        ),
      )),
      await add(),
    ];
    const files = readdirSync(app.data(), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name !== 'keys.json')
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
    const texts = [...answers.map(({ body }) => JSON.stringify(body)), ...files, log.text()];
    for (const text of texts) expect(text).to.not.include('CANARY');
    expect(readFileSync(join(app.data(), 'keys.json'), 'utf8')).to.include(CANARY);
  });
});
