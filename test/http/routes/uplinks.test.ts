import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { UplinkView } from '../../../src/schema/uplinks/uplink.js';
import { signIn, request } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { createLogKeeper } from '../../support/gateway/log-lines.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';

const SECRET = 'canary-7f3a-password';
const PEM_KEY = '-----BEGIN PRIVATE KEY-----\ncanary-9c21-key\n-----END PRIVATE KEY-----\n';
const PEM_CA = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const FIXED = { name: 'fixed', type: 'rest', url: 'http://127.0.0.1:9', apiKey: 'canary-1b44-config', enabled: false };

const mqtt = { type: 'mqtt', url: 'mqtts://broker.example:8883', user: 'depot', enabled: false } as const;

describe('the uplinks', () => {
  const log = createLogKeeper();
  const seed = () => usersWithKey(userOf('reader'), userOf('bound', { deviceId: 'bus', privileges: ['admin'] }));
  const app = useApp({ seed, logger: log.logger, config: { uplinks: [FIXED] }, configured: ['uplinks'] });
  const put = (name: string, body: object): Promise<Sent> => app.call('PUT', `/api/uplinks/${name}`, body);
  const list = async (): Promise<readonly UplinkView[]> =>
    (await app.call('GET', '/api/uplinks')).body.uplinks as readonly UplinkView[];
  const find = async (name: string): Promise<UplinkView | undefined> => (await list()).find((one) => one.name === name);

  afterEach(async () => {
    for (const { name, source } of await list())
      if (source === 'settings') expectSuccess(await app.call('DELETE', `/api/uplinks/${name}`));
  });

  it('an uplink is added, listed behind those of the configuration, stays over a restart, and is removed', async () => {
    const added = await put('center', { ...mqtt, password: SECRET, prefix: 'fleet' });
    expectSuccess(added);
    const expected = {
      name: 'center',
      type: 'mqtt',
      source: 'settings',
      settings: { ...mqtt, name: 'center', prefix: 'fleet' },
      secrets: { password: true, tlsKey: false },
    };
    expect(added.body.uplink).to.deep.include(expected);
    for (const run of ['this run', 'the next run']) {
      expect(
        (await list()).map(({ name, source }) => `${name} ${source}`),
        run,
      ).to.deep.equal(['fixed configuration', 'center settings']);
      expect(await find('center'), run).to.deep.include(expected);
      await app.restart();
    }
    expectSuccess(await app.call('DELETE', '/api/uplinks/center'));
    expect(await find('center')).to.equal(undefined);
    expectFailure(await app.call('DELETE', '/api/uplinks/center'), 'not_found', /uplink center not found/);
    expect(readFileSync(join(app.data(), 'keys.json'), 'utf8')).to.not.include(SECRET);
  });

  it('what the configuration sets is shown without its secrets, and can be changed only there', async () => {
    const { apiKey, ...settings } = FIXED;
    expect(await find('fixed')).to.deep.include({ source: 'configuration', settings, secrets: { apiKey: true } });
    const fix = 'uplink fixed is set by the configuration: change it in the list uplinks there and restart the gateway';
    expectFailure(await put('fixed', mqtt), 'conflict', new RegExp(`^${fix}`));
    expectFailure(await app.call('DELETE', '/api/uplinks/fixed'), 'conflict', new RegExp(`^${fix}`));
    expect(JSON.stringify(await list())).to.not.include(apiKey);
  });

  it('a secret is in no answer, no log line and no file but keys.json', async () => {
    const given = { ...mqtt, password: SECRET, tls: { ca: PEM_CA, cert: PEM_CA, key: PEM_KEY } };
    const added = await put('center', given);
    expectSuccess(added);
    expect(added.body.uplink).to.deep.include({
      settings: { ...mqtt, name: 'center', tls: { ca: PEM_CA, cert: PEM_CA } },
      secrets: { password: true, tlsKey: true },
    });
    const shown = JSON.stringify([added.body, await list(), log.lines()]);
    const files = readdirSync(app.data(), { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    for (const canary of [SECRET, 'canary-9c21', FIXED.apiKey]) {
      expect(shown, canary).to.not.include(canary);
      const holders = files
        .filter((file) => readFileSync(join(file.parentPath, file.name), 'utf8').includes(canary))
        .map(({ name }) => name);
      expect(holders, canary).to.deep.equal(canary === FIXED.apiKey ? [] : ['keys.json']);
    }
  });

  it('a secret that is left out stays while its receiver stays, an empty one is removed', async () => {
    expectSuccess(await put('center', { ...mqtt, password: SECRET, tls: { key: PEM_KEY } }));
    expectSuccess(await put('center', { ...mqtt, prefix: 'other' }));
    expect((await find('center'))?.secrets).to.deep.equal({ password: true, tlsKey: true });
    for (const changed of [
      { ...mqtt, url: 'mqtts://other.example' },
      { ...mqtt, user: 'other' },
      { ...mqtt, tls: { insecure: true } },
      { ...mqtt, tls: { ca: PEM_CA } },
      { type: 'rest', url: 'https://other.example' },
    ]) {
      const refused = await put('center', changed);
      expectFailure(
        refused,
        'validation_failed',
        /^\/(?:password|tls\/key) is missing: a change of \S+ takes it again$/,
      );
      expectFailure(await app.call('POST', '/api/uplinks/center/test', { settings: changed }), 'validation_failed');
    }
    expectSuccess(await put('center', { ...mqtt, password: '', tls: { key: '' } }));
    expect((await find('center'))?.secrets).to.deep.equal({ password: false, tlsKey: false });
    expectSuccess(await put('center', { ...mqtt, url: 'mqtts://other.example' }));
  });

  it('a change of type drops a secret that the new type does not have', async () => {
    expectSuccess(await put('center', { ...mqtt, password: SECRET }));
    expectSuccess(await put('center', { type: 'rest', url: 'https://other.example', enabled: false }));
    expect((await find('center'))?.secrets).to.deep.equal({ apiKey: false, tlsKey: false });
    expect(readFileSync(join(app.data(), 'keys.json'), 'utf8')).to.not.include(SECRET);
  });

  it('settings that no uplink may have are refused with the field and what it takes', async () => {
    for (const [body, message] of [
      [{ url: 'https://center.example' }, /must have|type is missing|tag/],
      [{ type: 'mqtt' }, /^\/url is missing$/],
      [{ ...mqtt, url: 'https://broker.example' }, /^\/url must be an address like mqtts:/],
      [{ ...mqtt, url: 'mqtts://depot:secret@broker.example' }, /^\/url must be .* without user and password$/],
      [{ ...mqtt, tls: { ca: '/etc/ssl/ca.pem' } }, /^\/tls\/ca must be a PEM text/],
      [{ ...mqtt, apiKey: 'x' }, /^\/apiKey is not a known field$/],
      [{ ...mqtt, name: 'other' }, /^\/name must be center, as in the path/],
      [{ ...mqtt, window: '1-5' }, /^\/window must be two local times, like 01:00-05:00$/],
    ] as const) {
      expectFailure(await put('center', body), 'validation_failed', message);
    }
    expectFailure(await put('a.b', mqtt), 'validation_failed', /^\/name must have only letters/);
    expect(await list()).to.have.lengthOf(1);
  });

  it('at most eight uplinks exist, with those of the configuration', async () => {
    for (let i = 1; i < 8; i++) expectSuccess(await put(`center-${i}`, mqtt));
    expectFailure(await put('one-more', mqtt), 'conflict', 'limit of 8 uplinks reached: remove one first');
    expectSuccess(await put('center-1', { ...mqtt, prefix: 'other' }));
  });

  it('users without the privilege admin read the state, restricted users nothing', async () => {
    const reader = await signIn(app.url(), { userName: 'reader', apiKey: TEST_KEY });
    const bound = await signIn(app.url(), { userName: 'bound', apiKey: TEST_KEY });
    const get = (token: string, path: string) =>
      request(app.url(), 'GET', path, undefined, { Authorization: `Bearer ${token}` });
    const [seen] = (await get(reader.token, '/api/uplinks')).body.uplinks as UplinkView[];
    expect(seen).to.deep.include({ name: 'fixed', settings: {}, secrets: {} });
    expect((await get(reader.token, '/api/uplinks/fixed/deadLetters')).body.deadLetters).to.deep.equal([]);
    for (const path of ['/api/uplinks', '/api/uplinks/fixed/deadLetters'])
      expectFailure(await get(bound.token, path), 'forbidden', /restricted users/);
  });

  it('a call about an uplink that does not exist is answered with its name', async () => {
    for (const [method, path, body] of [
      ['GET', 'deadLetters', undefined],
      ['POST', 'retry', undefined],
      ['POST', 'reset', { from: 'now' }],
      ['POST', 'test', {}],
    ] as const) {
      const answer = await app.call(method, `/api/uplinks/nowhere/${path}`, body);
      expectFailure(answer, 'not_found', 'uplink nowhere not found: GET /api/uplinks lists the uplinks');
    }
  });
});
