import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { SETTING_KEYS } from '../../../src/schema/system/settings.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { PASSWORD, startMailServer, USER, type MailServer } from '../../support/channels/mail-server.js';
import { startScriptedMailServer } from '../../support/channels/scripted-mail-server.js';
import { signIn } from '../../support/api/client.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { useApp } from '../../support/gateway/app.js';
import { createLogKeeper } from '../../support/gateway/log-lines.js';

type Body = {
  readonly settings: Tree;
  readonly sources: Record<string, string>;
  readonly secrets: Record<string, boolean>;
};
type Tree = { readonly [name: string]: Tree };

describe('the settings', () => {
  const log = createLogKeeper();
  const boss = userOf('boss', { privileges: ['devices:write', 'users:write', 'messages', 'provision'] });
  const seed = () => usersWithKey(boss);
  const app = useApp({ seed, logger: log.logger, config: { licenses: { total: 3 } }, configured: ['licenses.total'] });
  const read = async (): Promise<Body> => (await app.call('GET', '/api/settings')).body as unknown as Body;
  const patch = (body: unknown) => app.call('PATCH', '/api/settings', body);

  it('each key has its source, and a value or, for a secret, whether it has one', async () => {
    const { settings, sources, secrets } = await read();
    expect(Object.keys(sources)).to.deep.equal(SETTING_KEYS);
    expect(sources).to.include({ timeZone: 'default', 'licenses.total': 'configuration' });
    expect(settings).to.deep.include({ timeZone: 'UTC', licenses: { total: 3 }, log: { level: 'info' } });
    expect(settings.attention).to.deep.equal(['SOSButton', 'Crash', 'Tow', 'Jamming', 'GPSUnplugged']);
    expect(secrets).to.deep.equal({ 'notifications.email.smtp.password': false, 'notifications.sms.pin': false });
  });

  it('a change is in effect with the response, stays over a restart, and null resets it', async () => {
    const changed = await patch({
      timeZone: 'Europe/Madrid',
      log: { level: 'warn' },
      store: { retention: { days: 30 } },
    });
    expectSuccess(changed);
    const { settings, sources } = changed.body as unknown as Body;
    expect(settings).to.deep.include({ timeZone: 'Europe/Madrid', log: { level: 'warn' } });
    expect(settings.store?.retention).to.deep.equal({ days: 30, bytes: 8_589_934_592 });
    expect(sources).to.include({
      timeZone: 'settings',
      'store.retention.days': 'settings',
      'store.retention.bytes': 'default',
    });
    for (const run of ['this run', 'the next run']) {
      expect((await read()).sources, run).to.include({ timeZone: 'settings' });
      expect((await app.call('GET', '/api/clock')).body).to.include({ timeZone: 'Europe/Madrid' });
      expect((await app.call('GET', '/api/health')).body.history).to.include({ days: 30 });
      expect((await app.call('GET', '/api/log')).body).to.include({ level: 'warn', configured: 'warn' });
      await app.change([]);
    }
    expectSuccess(await patch({ timeZone: null, log: null, store: { retention: { days: null } } }));
    expect(Object.values((await read()).sources)).to.not.include('settings');
    expect((await app.call('GET', '/api/clock')).body).to.include({ timeZone: 'UTC' });
    expect((await app.call('GET', '/api/log')).body).to.include({ level: 'info', configured: 'info' });
  });

  it('a client may send back what it received, and what the configuration sets can be changed only there', async () => {
    const { settings } = await read();
    expectSuccess(await patch(settings));
    expect(Object.values((await read()).sources)).to.not.include('settings');
    const refused = await patch({ timeZone: 'Asia/Tokyo', licenses: { total: 4 } });
    expectFailure(refused, 'conflict');
    expect(refused.body.error).to.equal(
      '/licenses/total is set by the configuration: change it there, or remove it there',
    );
    expect((await read()).settings).to.deep.include({ timeZone: 'UTC', licenses: { total: 3 } });
  });

  it('a value that the configuration would refuse is refused with its field, and nothing is changed', async () => {
    for (const [body, message] of [
      [{ timeZone: 'Mars/Base' }, '/timeZone must be an IANA time zone, like Europe/Madrid'],
      [{ serial: { unknownDevices: 'adopt' } }, '/serial/unknownDevices must be one of quarantine, register, drop'],
      [{ store: { retention: { days: -1 } } }, '/store/retention/days must be >= 0'],
      [{ timeZone: 'Asia/Tokyo', attention: [''] }, '/attention/0 must NOT have fewer than 1 characters'],
      [
        { notifications: { email: { from: 'nobody' } } },
        '/notifications/email/from must be a mail address, like depot@example.com',
      ],
      [
        { notifications: { email: { smtp: { caFile: '/dev/zero' } } } },
        '/notifications/email/smtp/caFile is not a known field',
      ],
      [{ http: { port: 1 } }, '/http is not a known field'],
      [{ licenses: 4 }, '/licenses must be object'],
      [{}, 'the body must have at least one setting'],
    ] as const) {
      const refused = await patch(body);
      expectFailure(refused, 'validation_failed');
      expect(refused.body.error).to.equal(message);
    }
    expect(Object.values((await read()).sources)).to.not.include('settings');
  });

  it('only unrestricted administrators read and change them', async () => {
    const boss = await signIn(app.url(), { userName: 'boss', apiKey: TEST_KEY });
    expect((await boss.call('GET', '/api/settings')).status).to.equal(403);
    expect((await boss.call('PATCH', '/api/settings', { timeZone: 'Asia/Tokyo' })).status).to.equal(403);
    expect((await boss.call('POST', '/api/settings/test', { channel: 'email', to: 'a@b.example' })).status).to.equal(
      403,
    );
  });

  it('the number of licenses and the alerts that need a person apply at once', async () => {
    expectSuccess(await patch({ attention: ['sos', 'Fire'] }));
    expect((await read()).settings.attention).to.deep.equal(['sos', 'Fire']);
    expectSuccess(await patch({ attention: null }));
  });

  describe('of the mail server', () => {
    let server: MailServer;
    const smtp = () => ({
      host: '127.0.0.1',
      port: server.port,
      user: USER,
      password: PASSWORD,
      allowSelfSigned: true,
    });
    const channels = async () => {
      const { outbox } = (await app.call('GET', '/api/health')).body as unknown as {
        readonly outbox: { readonly channels: readonly { readonly name: string }[] };
      };
      return outbox.channels.map(({ name }) => name);
    };
    const keys = (): string => readFileSync(join(app.data(), 'keys.json'), 'utf8');

    before(async () => {
      server = await startMailServer();
    });
    after(() => server.close());

    it('the channel is on with the change, and a test message arrives', async () => {
      expect(await channels()).to.deep.equal([]);
      expectFailure(await app.call('POST', '/api/settings/test', { channel: 'email', to: 'a@b.example' }), 'conflict');
      const changed = await patch({ notifications: { email: { smtp: smtp(), from: 'depot@depot.example' } } });
      expectSuccess(changed);
      expect((changed.body as unknown as Body).secrets).to.include({ 'notifications.email.smtp.password': true });
      expect(JSON.stringify(changed.body)).to.not.contain('c4n4ry');
      expect(await channels()).to.deep.equal(['email']);
      const sent = await app.call('POST', '/api/settings/test', { channel: 'email', to: 'boss@depot.example' });
      expect(sent.body).to.include({ result: 'sent', reason: null });
      expect(server.taken.at(-1)?.to).to.deep.equal(['boss@depot.example']);
      expect(server.taken.at(-1)?.raw.toString()).to.contain('Waypost: test message');
    });

    it('the password is in keys.json alone: not in the log, the state or the application log', async () => {
      expect(keys()).to.contain('c4n4ry');
      await app.change([]);
      const names = readdirSync(app.data(), { recursive: true, encoding: 'utf8' });
      const files = names.filter((name) => statSync(join(app.data(), name)).isFile());
      const holders = files.filter((name) => readFileSync(join(app.data(), name), 'latin1').includes('c4n4ry'));
      expect(files).to.include('state.json');
      expect(holders).to.deep.equal(['keys.json']);
      expect(statSync(join(app.data(), 'keys.json')).mode & 0o777).to.equal(0o600);
      expect(JSON.stringify(await read())).to.not.contain('c4n4ry');
      expect(JSON.stringify(log.lines())).to.not.contain('c4n4ry');
      const sent = await app.call('POST', '/api/settings/test', { channel: 'email', to: 'boss@depot.example' });
      expect(sent.body).to.include({ result: 'sent' });
    });

    it('the password goes to no other server without being given again', async () => {
      for (const change of [{ host: 'evil.example' }, { port: 2525 }, { requireTls: false }, { user: 'other' }]) {
        const refused = await patch({ notifications: { email: { smtp: change } } });
        expectFailure(refused, 'validation_failed');
        expect(refused.body.error).to.contain('/notifications/email/smtp/password is missing: a change of');
      }
      const { settings } = await read();
      expect(settings.notifications?.email?.smtp).to.include({ host: '127.0.0.1', port: server.port, user: USER });
      expectSuccess(await patch({ notifications: { email: { from: 'gateway@depot.example' } } }));
    });

    it('a test message names what the server refuses', async () => {
      expectSuccess(await patch({ notifications: { email: { smtp: { password: 'wrong-c4n4ry' } } } }));
      const sent = await app.call('POST', '/api/settings/test', { channel: 'email', to: 'boss@depot.example' });
      expect(sent.body).to.include({ result: 'failed' });
      expect(sent.body.reason).to.contain(`rejects the user ${USER}`);
      expect(JSON.stringify(sent.body)).to.not.contain('c4n4ry');
      const invalid = await app.call('POST', '/api/settings/test', { channel: 'email', to: 'boss' });
      expectFailure(invalid, 'validation_failed');
      expect(invalid.body.error).to.contain('/to must be');
    });

    it('the channel without a host is off, and its password is removed from keys.json', async () => {
      expectSuccess(await patch({ notifications: { email: null } }));
      expect(keys()).to.not.contain('c4n4ry');
      expect(await channels()).to.deep.equal([]);
      expect((await read()).secrets).to.include({ 'notifications.email.smtp.password': false });
    });

    it('tests are limited, one at a time', async () => {
      const silent = await startScriptedMailServer({ greeting: 'silence' });
      try {
        const host = { host: '127.0.0.1', port: silent.port };
        expectSuccess(await patch({ notifications: { email: { smtp: host, from: 'depot@depot.example' } } }));
        const test = () => app.call('POST', '/api/settings/test', { channel: 'email', to: 'boss@depot.example' });
        const first = test();
        const second = await test();
        expectFailure(second, 'conflict');
        expect(second.body.error).to.equal('a test message is being sent: wait for its result');
        await silent.close();
        expect((await first).body).to.include({ result: 'failed' });
      } finally {
        await silent.close();
      }
    });
  });

  it('a file of secrets that disappeared refuses a new secret, and keeps what was set', async () => {
    const path = join(app.data(), 'keys.json');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, '{');
    const refused = await patch({ notifications: { sms: { pin: '0042' } } });
    expect(refused.status).to.be.at.least(400);
    writeFileSync(path, before);
    expect((await read()).secrets).to.include({ 'notifications.sms.pin': false });
    expectSuccess(await patch({ notifications: { sms: { pin: '0042' } } }));
    expect((await read()).secrets).to.include({ 'notifications.sms.pin': true });
    expectSuccess(await patch({ notifications: { sms: { pin: '' } } }));
  });
});
