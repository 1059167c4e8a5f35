import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { UserView } from '../../../src/schema/accounts/user.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { request, signIn, type Client } from '../../support/api/client.js';
import { eventually } from '../../support/gateway/eventually.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { userInput } from '../../support/api/examples.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

describe('users', () => {
  const app = useApp({
    seed: () =>
      usersWithKey(
        userOf('clerk', { privileges: ['users:write', 'ingest'] }),
        userOf('quota-clerk', { privileges: ['users:write'], adminDevices: 3 }),
        userOf('reader'),
      ),
  });
  let count = 0;
  const create = (body: object): Promise<Sent> => app.call('POST', '/api/users', body);
  const createUser = async (name: string, own: object = {}): Promise<UserView> => {
    const answer = await create({ ...userInput(name), ...own });
    expectSuccess(answer, 201);
    return answer.body.user as UserView;
  };
  const as = (userName: string, apiKey = TEST_KEY): Promise<Client> => signIn(app.url(), { userName, apiKey });
  const keyOf = async ({ id }: UserView): Promise<string> => {
    const answer = await app.call('POST', `/api/users/${id}/apiKey`);
    expectSuccess(answer, 201);
    return String(answer.body.apiKey);
  };
  async function admin(): Promise<UserView> {
    const users = (await app.call('GET', '/api/users')).body.users as UserView[];
    const found = users.find(({ name }) => name === 'admin');
    if (found === undefined) throw new Error('there is no admin');
    return found;
  }

  it('a user is returned with all fields and defaults, without secrets', async () => {
    const user = await createUser('ana', { password: 'a secret password' });
    expect(user).to.deep.equal({
      ...userOf('ana'),
      id: user.id,
      creation: '2026-11-21T08:00:00.000Z',
      modification: '2026-11-21T08:00:00.000Z',
      lastLogin: null,
      hasPassword: true,
      hasApiKey: false,
    });
    const shown = await app.call('GET', `/api/users/${user.id}`);
    expect(shown.body.user).to.deep.equal(user);
    expect(shown.body).to.deep.include(user);
    const log = join(app.data(), 'log');
    const stored = readdirSync(log).map((name) => readFileSync(join(log, name), 'utf8'));
    expect(stored.join('')).to.contain('"kind":"sign-in-password"');
    expect(stored.join('')).not.to.contain('a secret password');
  });

  it('a user can sign in with a key that is returned once, and the last sign-in is stored', async () => {
    const user = await createUser('bob');
    const apiKey = await keyOf(user);
    app.clock.advance(60_000);
    await as('BOB@example.org', apiKey);
    const path = `/api/users/${user.id}`;
    const lastLogin = async (): Promise<unknown> => ((await app.call('GET', path)).body.user as UserView).lastLogin;
    const now = new Date(app.clock.now()).toISOString();
    await eventually('the sign-in is stored', async () => (await lastLogin()) === now);
    expect(JSON.stringify((await app.call('GET', path)).body)).not.to.contain(apiKey);
  });

  it('tokens end at once when the key, the account or the validity of a user ends', async () => {
    for (const end of [
      (id: string) => app.call('POST', `/api/users/${id}/apiKey`),
      (id: string) => app.call('DELETE', `/api/users/${id}/apiKey`),
      (id: string) => app.call('PATCH', `/api/users/${id}`, { disabled: true }),
      (id: string) => app.call('PATCH', `/api/users/${id}`, { expires: '2026-11-21T07:00:00Z' }),
      (id: string) => app.call('PATCH', `/api/users/${id}`, { from: '2027-01-01T00:00:00Z' }),
      (id: string) => app.call('DELETE', `/api/users/${id}`),
    ]) {
      const user = await createUser(`short-${String((count += 1))}`);
      const client = await as(user.name, await keyOf(user));
      expect((await client.call('GET', '/api/devices')).status).to.equal(200);
      expect((await end(user.id)).body.success).to.equal(true);
      const refused = await client.call('GET', '/api/devices');
      expect(refused).to.nested.include({ status: 401, 'body.code': 'token_invalid' });
    }
  });

  it("no name or email may equal another user's name or email, so that a sign-in is unambiguous", async () => {
    await createUser('Carla', { email: 'carla@depot.example' });
    for (const own of [{ name: 'CARLA' }, { email: 'Carla@Depot.example' }, { name: 'carla@depot.example' }]) {
      expectFailure(
        await create({ ...userInput('other'), ...own }),
        'conflict',
        /^\/(name|email): already used by another user/,
      );
    }
  });

  it('a user needs a name, an email, an existing country and an existing time zone', async () => {
    const { name, ...nameless } = userInput('x') as { name: string };
    expect(name).to.equal('x');
    expectFailure(await create(nameless), 'validation_failed', '/name is missing');
    for (const [field, value, error] of [
      ['email', 'no-address', /^\/email/],
      ['country', 'Spain', /^\/country must be a country/],
      ['country', 'ZZ', /^\/country/],
      ['country', 'SPA', /^\/country/],
      ['timeZone', 'Mars/Phobos', /^\/timeZone must be an IANA/],
      ['privileges', ['root'], /^\/privileges\/0/],
      ['privileges', ['ingest', 'ingest'], /^\/privileges/],
      ['group', 'no-such-group', /^\/group: group no-such-group not found/],
      ['group', 'No such group', /^\/group: group No such group not found/],
      ['deviceId', 'ghost', /^\/deviceId: device ghost not found/],
      ['adminDevices', -1, /^\/adminDevices/],
      ['expires', 'tomorrow', /^\/expires/],
      ['password', 'short', /^\/password/],
    ] as const) {
      expectFailure(await create({ ...userInput('x'), [field]: value }), 'validation_failed', error);
    }
  });

  it('PUT replaces a user except for the password, and accepts a user as returned', async () => {
    const user = await createUser('dora', { description: 'days', tags: { shift: '1' }, password: 'kept as it was' });
    const { body } = await app.call('GET', `/api/users/${user.id}`);
    const back = await app.call('PUT', `/api/users/${user.id}`, body);
    expectSuccess(back);
    expect(back.body.user).to.deep.equal({ ...user, modification: new Date(app.clock.now()).toISOString() });
    const bare = await app.call('PUT', `/api/users/${user.id}`, userInput('dora'));
    expect(bare.body.user).to.deep.include({ description: '', tags: {} });
  });

  it('users read and change themselves without a privilege, except for their limits', async () => {
    const reader = await as('reader');
    const own = '/api/users/id-of-reader';
    expect((await reader.call('GET', own)).status).to.equal(200);
    expect((await reader.call('PATCH', own, { timeZone: 'Asia/Kolkata' })).status).to.equal(200);
    for (const change of [
      { privileges: ['admin'] },
      { expires: '2030-01-01T00:00:00Z' },
      { adminDevices: 5 },
      { disabled: true },
      { message: 'x' },
      { password: 'a new password' },
    ]) {
      const answer = await reader.call('PATCH', own, change);
      expect(answer, JSON.stringify(change)).to.nested.include({ status: 403, 'body.code': 'forbidden' });
    }
    expect((await reader.call('DELETE', own)).status).to.equal(403);
    const { body } = await reader.call('POST', `${own}/apiKey`);
    expect((await as('reader', String(body.apiKey))).token).to.be.a('string');
  });

  it('users cannot grant what they do not have', async () => {
    const clerk = await as('clerk');
    for (const own of [{ privileges: ['admin'] }, { privileges: ['devices:write'] }]) {
      expect((await clerk.call('POST', '/api/users', { ...userInput('more'), ...own })).status).to.equal(403);
    }
    expect((await clerk.call('POST', '/api/users', { ...userInput('same'), privileges: ['ingest'] })).status).to.equal(
      201,
    );
    const { id } = await admin();
    for (const [method, path, body] of [
      ['PATCH', `/api/users/${id}`, { description: 'mine' }],
      ['PUT', `/api/users/${id}`, userInput('admin')],
      ['DELETE', `/api/users/${id}`, undefined],
      ['POST', `/api/users/${id}/apiKey`, undefined],
      ['DELETE', `/api/users/${id}/apiKey`, undefined],
    ] as const) {
      expect((await clerk.call(method, path, body)).status, `${method} ${path}`).to.equal(403);
    }
    const quota = await as('quota-clerk');
    for (const adminDevices of [null, 4]) {
      expect((await quota.call('POST', '/api/users', { ...userInput('q'), adminDevices })).status).to.equal(403);
    }
    expect((await quota.call('POST', '/api/users', { ...userInput('q'), adminDevices: 3 })).status).to.equal(201);
  });

  it('adminDevices limits how many devices a user may register', async () => {
    const user = await createUser('eva', { privileges: ['devices:write'], adminDevices: 1 });
    const client = await as('eva', await keyOf(user));
    expect((await client.call('POST', '/api/devices', { id: 'eva-1' })).status).to.equal(201);
    const second = await client.call('POST', '/api/devices', { id: 'eva-2' });
    expect(second).to.nested.include({ status: 409, 'body.code': 'limit_reached' });
    await client.call('PUT', '/api/devices/eva-1', { name: 'changed' });
    expect((await client.call('POST', '/api/devices', { id: 'eva-2' })).status).to.equal(409);
    await client.call('DELETE', '/api/devices/eva-1');
    expect((await client.call('POST', '/api/devices', { id: 'eva-2' })).status).to.equal(201);
  });

  it('the last administrator who can sign in cannot be removed or restricted', async () => {
    const { id, ...last } = await admin();
    const attempts: [string, string, object?][] = [
      ['DELETE', `/api/users/${id}`],
      ['DELETE', `/api/users/${id}/apiKey`],
      ['PATCH', `/api/users/${id}`, { disabled: true }],
      ['PATCH', `/api/users/${id}`, { privileges: ['users:write'] }],
      ['PATCH', `/api/users/${id}`, { expires: '2026-11-21T07:00:00Z' }],
      ['PUT', `/api/users/${id}`, { ...userInput('admin'), email: last.email }],
    ];
    for (const [method, path, body] of attempts) {
      expectFailure(await app.call(method, path, body), 'conflict', /last administrator/);
    }
    // An administrator without a key cannot sign in, so this one does not count.
    const second = await createUser('second', { privileges: ['admin'] });
    expectFailure(await app.call('PATCH', `/api/users/${id}`, { disabled: true }), 'conflict');
    await keyOf(second);
    const answer = await app.call('PATCH', `/api/users/${id}`, { description: 'no longer the last' });
    expectSuccess(answer);
    expectSuccess(await app.call('DELETE', `/api/users/${second.id}`));
  });

  it('a block of a user name applies to the email, too', async () => {
    const password = 'a right password';
    await createUser('frank', { password });
    for (let i = 0; i < 5; i++) {
      for (const userName of ['frank', 'frank@example.org']) {
        await request(app.url(), 'POST', '/api/Auth/Token', { userName, password: 'wrong' });
      }
    }
    for (const userName of ['frank', 'Frank@Example.org']) {
      expectFailure(await request(app.url(), 'POST', '/api/Auth/Token', { userName, password }), 'rate_limited');
    }
  });
});
