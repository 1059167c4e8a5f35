import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { unpackTar } from 'modern-tar';
import { signIn } from '../support/api/client.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

/** A secret of each kind. None may be in a bundle. The PIN has eight digits, because four occur in many numbers. */
const planted = {
  smtpPassword: 'correct "horse" battery',
  smtpUser: 'canary@example.org',
  pin: '73918264',
  smsc: '+34600777888',
  adminKey: TEST_KEY,
  madeKey: 'hZ3vJk9Qm2xW7bN4cT8yR1pL6dF0sGaE5uXoViYqBwz',
  passphrase: 'a passphrase of the backup',
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl',
  pem: 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
  deviceNumber: '+34 611 222 333',
  phone: '+34611222444',
  command: 'login canary-4711',
  uplinkKey: 'canary-of-the-rest-key',
  mqttPassword: 'canary "of" the broker',
  natsPassword: 'canary-of-the-nats-account',
  nkeySeed: 'SUACANARYCANARYCANARYCANARYCANARYCANARYCANARYCANARYCANARY0',
  webhookSecret: 'canary-of-the-webhook',
  setPassword: 'canary-of-the-page',
} as const;

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';

describe('waypost bundle', () => {
  const folder = useFolder();
  const at = (name: string): string => join(folder(), name);
  afterEach(killAll);

  async function unpack(file: string): Promise<Map<string, string>> {
    const entries = await unpackTar(gunzipSync(readFileSync(file)));
    return new Map(
      entries.map(({ header, data }) => [header.name.replace(/^[^/]*\//, ''), Buffer.from(data ?? []).toString()]),
    );
  }

  /** Replaces journalctl by a program that prints a journal with secrets. */
  function plantJournal(): string {
    mkdirSync(at('bin'));
    const lines = [
      `First start: API key (shown only once):\n\n  ${planted.madeKey}\n`,
      `{"level":40,"msg":"mail as ${planted.smtpUser} with ${planted.smtpPassword}, PIN ${planted.pin}"}`,
      `{"msg":"${planted.uplinkKey} ${JSON.stringify(planted.mqttPassword).slice(1, -1)} ${planted.natsPassword}"}`,
      `{"msg":"${planted.nkeySeed} ${planted.webhookSecret} ${planted.setPassword}"}`,
      `{"msg":"${JSON.stringify(planted.smtpPassword).slice(1, -1)} Bearer ${planted.token} to ${planted.phone}"}`,
      `-----BEGIN PRIVATE KEY-----\n${planted.pem}\n-----END PRIVATE KEY-----`,
      'a useful line',
    ];
    writeFileSync(at('journal'), lines.join('\n'));
    writeFileSync(at('bin/journalctl'), `#!/bin/sh\nexec cat '${at('journal')}'\n`);
    chmodSync(at('bin/journalctl'), 0o755);
    return at('bin');
  }

  it('a bundle has the diagnostic data, but no secret of the configuration, environment, store or journal', async () => {
    const config = {
      http: { tls: { enabled: false } },
      notifications: {
        email: { smtp: { host: '127.0.0.1', port: 1, user: planted.smtpUser, password: planted.smtpPassword } },
        sms: { path: '/dev/no-modem', pin: planted.pin, smsc: planted.smsc },
        webhooks: [{ name: 'hook', url: `${NOWHERE}/`, secret: planted.webhookSecret, enabled: true }],
      },
      uplinks: [
        { name: 'center', type: 'rest', url: NOWHERE, userName: 'depot', apiKey: planted.uplinkKey },
        { name: 'broker', type: 'mqtt', url: 'mqtt://127.0.0.1:1', user: 'depot', password: planted.mqttPassword },
        { name: 'stream', type: 'nats', url: 'nats://127.0.0.1:1', user: 'depot', password: planted.natsPassword },
        { name: 'nkey', type: 'nats', url: 'nats://127.0.0.1:1', nkeySeed: planted.nkeySeed },
      ],
    };
    const gateway = await startGateway({ folder: folder(), config });
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await client.call('POST', '/api/devices', { id: 'bus', min: planted.deviceNumber });
    await client.call('POST', '/api/devices/bus/locations', fixAt(1));
    await client.call('POST', '/api/devices/bus/sendCommand', { command: planted.command, waitMinutes: 5 });
    const set = { type: 'mqtt', url: 'mqtt://127.0.0.1:1', user: 'depot', password: planted.setPassword };
    await client.call('PUT', '/api/uplinks/page', set);
    const { jwtSecret } = JSON.parse(readFileSync(at('data/keys.json'), 'utf8')) as { jwtSecret: string };
    const env = {
      PATH: `${plantJournal()}:${process.env.PATH ?? ''}`,
      WAYPOST_API_KEY: TEST_KEY,
      WAYPOST_PASSPHRASE: planted.passphrase,
    };
    const flags = ['--data', at('data'), '--config', at('waypost.json'), '--url', gateway.url];
    const bundle = runWaypost(['bundle', at('b.tar.gz'), ...flags], { env });
    expect(await bundle.ended, bundle.output()).to.equal(0);
    await gateway.end('SIGTERM');

    const files = await unpack(at('b.tar.gz'));
    expect([...files.keys()]).to.deep.equal([
      'versions.json',
      'config.json',
      'check.json',
      'ports.json',
      'store.json',
      'journal.txt',
      'health.json',
      'gateway-ports.json',
      'metrics.txt',
    ]);
    expect(files.get('config.json')).to.contain('"password": "(set)"').and.to.contain('/dev/no-modem');
    expect(files.get('journal.txt')).to.contain('a useful line');
    expect(files.get('metrics.txt')).to.contain('waypost_http_request_duration_seconds');
    expect(files.get('health.json')).to.contain('"upSeconds"');
    expect(JSON.parse(files.get('store.json') ?? '')).to.have.nested.property('counts.devices', 1);
    for (const [name, text] of files) {
      expect(text, name).not.to.match(/^not available/);
      for (const [kind, secret] of Object.entries({ ...planted, jwtSecret })) {
        expect(text.includes(secret), `${kind} in ${name}`).to.equal(false);
      }
      // A bundle has no record of a device, either.
      expect(text.includes('"latitude"'), name).to.equal(false);
    }
    expect(statSync(at('b.tar.gz')).mode & 0o777).to.equal(0o600);
  });

  it('a bundle that is downloaded is the same archive, with what reads the whole store at its end', async () => {
    const gateway = await startGateway({ folder: folder() });
    const { token } = await signIn(gateway.url, { apiKey: TEST_KEY });
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${gateway.url}/api/bundle`, { headers });
    expect(answer.headers.get('content-type')).to.equal('application/gzip');
    const second = await fetch(`${gateway.url}/api/bundle`, { headers });
    expect(second.status).to.equal(409);
    writeFileSync(at('b.tar.gz'), Buffer.from(await answer.arrayBuffer()));
    const files = await unpack(at('b.tar.gz'));
    expect([...files.keys()].slice(-2)).to.deep.equal(['check.json', 'store.json']);
    expect(JSON.parse(files.get('store.json') ?? '')).to.have.nested.property('counts.users', 1);
    expect(files.get('health.json')).to.contain('"upSeconds"');
    expect((await fetch(`${gateway.url}/api/bundle`, { headers })).status).to.equal(200);
    await gateway.end('SIGTERM');
  });

  it('a bundle has what is available if the configuration is wrong and no gateway runs', async () => {
    const gateway = await startGateway({ folder: folder() });
    await gateway.end('SIGTERM');
    const broken = { notifications: { sms: { pin: planted.pin } }, nonsense: planted.pin };
    writeFileSync(at('waypost.json'), JSON.stringify(broken));
    const uplinks = [
      { name: 'center', type: 'rest', apiKey: planted.uplinkKey },
      { name: 'broker', type: 'mqtt', password: planted.mqttPassword },
      { name: 'stream', type: 'nats', password: planted.natsPassword, nkeySeed: planted.nkeySeed },
    ];
    const env = {
      PATH: `${plantJournal()}:${process.env.PATH ?? ''}`,
      WAYPOST_API_KEY: TEST_KEY,
      WAYPOST_UPLINKS: JSON.stringify(uplinks),
    };
    const flags = ['--data', at('data'), '--config', at('waypost.json'), '--url', 'http://127.0.0.1:1', '--json'];
    const bundle = runWaypost(['bundle', at('b.tar.gz'), ...flags], { env });
    expect(await bundle.ended, bundle.output()).to.equal(0);
    const files = await unpack(at('b.tar.gz'));
    expect(files.get('config.json')).to.match(/^not available: the configuration has \d+ problems:/);
    expect(files.get('health.json')).to.match(/^not available: the gateway at .* does not answer/);
    expect(files.get('journal.txt')).to.contain('a useful line');
    const { pin, uplinkKey, mqttPassword, natsPassword, nkeySeed } = planted;
    for (const [name, text] of files)
      for (const secret of [pin, uplinkKey, JSON.stringify(mqttPassword).slice(1, -1), natsPassword, nkeySeed])
        expect(text.includes(secret), `${secret} in ${name}`).to.equal(false);
  });
});
