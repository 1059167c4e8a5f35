import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BOUNDS } from '../../../src/domain/bounds.js';
import type { AccessKeyView } from '../../../src/schema/accounts/access-key.js';
import type { Grant } from '../../../src/schema/accounts/privileges.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { userInput } from '../../support/api/examples.js';
import { accessKeyOf, userOf, usersWithKey } from '../../support/api/users.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { deviceOf } from '../../support/store/records.js';

describe('access keys', () => {
  const app = useApp({
    config: { http: { trustedProxies: ['127.0.0.1/32'] } },
    seed: async () => [
      { kind: 'device', v: deviceOf('bus') },
      { kind: 'device', v: deviceOf('van') },
      ...(await usersWithKey(
        userOf('writer', { privileges: ['devices:write', 'messages'] }),
        userOf('driver', { deviceId: 'bus' }),
        userOf('boss', { privileges: ['admin'] }),
        userOf('collector'),
      )),
    ],
  });
  type Created = { readonly accessKey: AccessKeyView; readonly key: string };
  const inAnHour = (): string => new Date(app.clock.now() + 3_600_000).toISOString();
  const keysOf = (user: string): string => `/api/users/id-of-${user}/keys`;
  let count = 0;

  const callWith =
    (key: string, headers: Record<string, string> = {}) =>
    (method: string, path: string, body?: unknown): Promise<Sent> =>
      request(app.url(), method, path, body, { Authorization: `Bearer ${key}`, ...headers });

  /** With the API key, which needs no confirmation. */
  const asAdmin = (method: string, path: string, body?: unknown): Promise<Sent> =>
    request(app.url(), method, path, body, { Authorization: `Basic ${btoa(`admin:${TEST_KEY}`)}` });

  async function create(user: string, privileges: Grant[] = [], own: object = {}): Promise<Created> {
    const owner = await signIn(app.url(), { userName: user, apiKey: TEST_KEY });
    const answer = await owner.call('POST', keysOf(user), { name: `key ${(count += 1)}`, privileges, ...own });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return answer.body as unknown as Created;
  }
  async function listed(user: string, id: string): Promise<AccessKeyView | undefined> {
    const { body } = await app.call('GET', keysOf(user));
    return (body.accessKeys as AccessKeyView[]).find((one) => one.id === id);
  }

  it('a key is shown once, works as Bearer, as the password of Basic and for a token, and is not in the data folder', async () => {
    const { accessKey, key } = await create('writer', ['messages'], { name: 'dispatch' });
    expect(key).to.match(/^wpk_[\w-]{43}$/);
    expect(accessKey).to.deep.include({ name: 'dispatch', privileges: ['messages'], expires: null, lastUsed: null });
    expect(accessKey.createdBy).to.deep.equal({ id: 'id-of-writer', name: 'writer' });
    expectSuccess(await callWith(key)('GET', '/api/notifications'));
    for (const name of ['writer', 'WRITER@example.org', '']) {
      const Authorization = `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`;
      expectSuccess(await request(app.url(), 'GET', '/api/notifications', undefined, { Authorization }));
    }
    const { call } = await signIn(app.url(), { userName: 'writer', apiKey: key });
    expect((await call('GET', '/api/notifications')).status).to.equal(200);
    const log = readdirSync(join(app.data(), 'log')).map((name) => readFileSync(join(app.data(), 'log', name), 'utf8'));
    expect(log.join('')).to.include('"kind":"access-key"').and.not.include(key);
  });

  it('a call may do what both key and user may, and sees what the user sees', async () => {
    const writing = await create('writer', ['devices:write']);
    const call = callWith(writing.key);
    expectSuccess(await call('PATCH', '/api/devices/bus', { description: 'red' }));
    expectFailure(await call('GET', '/api/notifications'), 'forbidden');
    await app.call('PATCH', '/api/users/id-of-writer', { privileges: ['messages'] });
    expectFailure(await call('PATCH', '/api/devices/bus', { description: 'blue' }), 'forbidden');
    await app.call('PATCH', '/api/users/id-of-writer', { privileges: ['devices:write', 'messages'] });
    expectSuccess(await call('PATCH', '/api/devices/bus', { description: 'blue' }));
    const { key } = await create('driver');
    expectSuccess(await callWith(key)('GET', '/api/devices/bus'));
    expectFailure(await callWith(key)('GET', '/api/devices/van'), 'not_found');
    expectFailure(await callWith((await create('boss', ['metrics'])).key)('GET', '/api/users'), 'forbidden');
  });

  it('a key has no more than its user, a name of its own, an end in the future, and 20 others at most', async () => {
    const { call } = await signIn(app.url(), { userName: 'collector', apiKey: TEST_KEY });
    const send = (body: object): Promise<{ status: number; body: object }> => call('POST', keysOf('collector'), body);
    const valid = { name: 'first', privileges: [] };
    for (const [body, status, error] of [
      [{ ...valid, privileges: ['messages'] }, 400, '/privileges: the user does not have messages'],
      [{ ...valid, privileges: ['write'] }, 400, '/privileges: the user does not have write'],
      [{ ...valid, expires: new Date(app.clock.now()).toISOString() }, 400, '/expires is in the past'],
      [{ ...valid, name: 'x'.repeat(65) }, 400, /^\/name/],
      [{ privileges: [] }, 400, /name/],
      [valid, 201, null],
      [{ ...valid, name: 'FIRST' }, 409, /^\/name: /],
    ] as const) {
      const answer = await send(body);
      expect(answer.status, JSON.stringify([body, answer.body])).to.equal(status);
      if (error !== null) expect((answer.body as { error: string }).error).to.match(new RegExp(error));
    }
    for (let i = 1; i < BOUNDS.accessKeys.share.max; i++)
      expect((await send({ ...valid, name: `key ${i}` })).status).to.equal(201);
    const full = await send({ ...valid, name: 'one more' });
    expect([full.status, (full.body as { error: string }).error]).to.deep.equal([
      409,
      'limit of 20 access keys of one user reached: remove one first',
    ]);
  });

  it('a key, its tokens and its streams end at the moment of its end, and the answer has its name and its end', async () => {
    const { key } = await create('driver', [], { expires: inAnHour() });
    const { call } = await signIn(app.url(), { userName: 'driver', apiKey: key });
    const stream = await fetch(`${app.url()}/api/events`, { headers: { Authorization: `Bearer ${key}` } });
    expect(stream.status).to.equal(200);
    app.clock.advance(3_599_999);
    expectSuccess(await callWith(key)('GET', '/api/devices'));
    app.clock.advance(1);
    expectFailure(
      await callWith(key)('GET', '/api/devices'),
      'token_expired',
      /^the access key .* ended at .*: create/,
    );
    expect((await call('GET', '/api/devices')).body).to.include({ success: false, code: 'token_invalid' });
    const again = { userName: 'driver', apiKey: key };
    expectFailure(await request(app.url(), 'POST', '/api/Auth/Token', again), 'token_expired');
    // The next event for the user ends the stream.
    expectSuccess(await asAdmin('PATCH', '/api/devices/bus', { description: 'green' }));
    expect(await stream.text()).not.to.include('green');
  });

  it('the list has the last use and the last of two addresses; they are stored once an hour', async () => {
    const { accessKey, key } = await create('writer');
    for (const address of ['192.0.2.7', '198.51.100.9']) {
      expectSuccess(await callWith(key, { 'X-Forwarded-For': address })('GET', '/api/devices'));
      const now = new Date(app.clock.now()).toISOString();
      expect(await listed('writer', accessKey.id)).to.include({ address, lastUsed: now });
      app.clock.advance(1_000);
    }
    const last = new Date(app.clock.now() - 1_000).toISOString();
    await app.restart();
    expect(await listed('writer', accessKey.id)).to.include({ address: '198.51.100.9', lastUsed: last });
    expectSuccess(await callWith(key, { 'X-Forwarded-For': '192.0.2.7' })('GET', '/api/devices'));
    await app.restart();
    expect(await listed('writer', accessKey.id)).to.include({ address: '198.51.100.9', lastUsed: last });
  });

  it('a key that is used 500 times at once works no more after the answer to its revocation', async () => {
    const { accessKey, key } = await create('writer');
    const { call } = await signIn(app.url(), { userName: 'writer', apiKey: key });
    const statuses = new Map<string, number>();
    let isRevoked = false;
    const use = async (): Promise<void> => {
      const wasRevoked = isRevoked;
      const { status } = await callWith(key)('GET', '/api/devices/bus');
      const name = `${wasRevoked ? 'after' : 'before'} ${status}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
    };
    const first = Array.from({ length: 250 }, use);
    await Promise.all(first.slice(0, 100));
    expectSuccess(await app.call('DELETE', `${keysOf('writer')}/${accessKey.id}`));
    isRevoked = true;
    await Promise.all([...first, ...Array.from({ length: 250 }, use)]);
    expect(statuses.get('before 200')).to.be.at.least(100);
    expect([...statuses.keys()].filter((name) => name.startsWith('after'))).to.have.members(['after 401', 'after 429']);
    expect((await call('GET', '/api/devices')).status).to.equal(401);
    expectFailure(await app.call('DELETE', `${keysOf('writer')}/${accessKey.id}`), 'not_found');
    app.clock.advance(60_000);
  });

  it('a key changes nothing of what its own user signs in with', async () => {
    const { accessKey, key } = await create('boss', ['admin']);
    const { token } = await signIn(app.url(), { userName: 'boss', apiKey: key });
    const own = '/api/users/id-of-boss';
    for (const call of [callWith(key), callWith(token)]) {
      for (const [method, path, body] of [
        ['POST', `${own}/apiKey`],
        ['DELETE', `${own}/apiKey`],
        ['POST', `${own}/keys`, { name: 'another', privileges: [] }],
        ['DELETE', `${own}/keys/${accessKey.id}`],
        ['PUT', `${own}/password`, { password: 'a new password' }],
        ['PATCH', own, { password: 'a new password' }],
        ['POST', `${own}/link`],
        ['POST', '/api/Auth/Link'],
        ['POST', '/api/Auth/Confirm', { apiKey: TEST_KEY }],
        ['DELETE', `${own}/sessions`],
        ['POST', '/api/displays', { name: 'gate' }],
        ['POST', '/api/users', { ...userInput('accomplice'), privileges: ['admin'] }],
        ['POST', '/api/users', { ...userInput('accomplice'), password: 'a new password' }],
        ['POST', '/api/users/id-of-driver/apiKey'],
        ['POST', '/api/uploads', { kind: 'restore', size: 1_000, name: 'backup.gz' }],
      ] as const) {
        expectFailure(await call(method, path, body), 'forbidden', /^an access key|^only a token/);
      }
    }
    expectSuccess(await callWith(key)('POST', '/api/users', userInput('colleague')), 201);
  });

  it('the keys of a user end with the user', async () => {
    const { body } = await asAdmin('POST', '/api/users', userInput('leaver'));
    const own = `/api/users/${String(body.id)}`;
    const { key } = (await asAdmin('POST', `${own}/keys`, { name: 'script', privileges: [] })).body;
    const call = callWith(String(key));
    expectSuccess(await call('GET', '/api/devices'));
    await asAdmin('PATCH', own, { disabled: true });
    expectFailure(await call('GET', '/api/devices'), 'invalid_credentials');
    await asAdmin('PATCH', own, { disabled: false });
    expectSuccess(await call('GET', '/api/devices'));
    await asAdmin('DELETE', own);
    expectFailure(await call('GET', '/api/devices'), 'invalid_credentials');
    await app.change([{ kind: 'access-key', v: accessKeyOf('nobody', { id: 'orphan' }) }]);
    expectFailure(await callWith('wpk_orphan')('GET', '/api/devices'), 'token_invalid');
  });
});
