import { expect } from 'chai';
import { createPasswordHashes } from '../../../src/services/accounts/key-hash.js';
import type { Change } from '../../../src/schema/entry.js';
import { request } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { userInput } from '../../support/api/examples.js';
import { userOf, usersWithKey } from '../../support/api/users.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';

const PASSWORD = 'a right password';

describe('the confirmation of a sign-in', () => {
  const app = useApp({
    config: { auth: { tokenTtl: 86_400, rememberTtl: 8_640_000 } },
    seed: async () => {
      const hash = await createPasswordHashes().hash(PASSWORD);
      const passwordOf = (userId: string): Change => ({
        kind: 'sign-in-password',
        v: { userId, passwordId: `password of ${userId}`, hash },
      });
      return [
        ...(await usersWithKey(userOf('boss', { privileges: ['admin'] }), userOf('other'))),
        { kind: 'user', v: userOf('reader') },
        { kind: 'user', v: userOf('newcomer') },
        passwordOf('id-of-boss'),
        passwordOf('id-of-reader'),
      ];
    },
  });
  type Call = (method: string, path: string, body?: unknown) => Promise<Sent>;
  const callWith =
    (authorization: string): Call =>
    (method, path, body) =>
      request(app.url(), method, path, body, { authorization });

  /** With the API key, which needs no confirmation. */
  const asAdmin = callWith(`Basic ${btoa(`admin:${TEST_KEY}`)}`);

  async function start(body: object): Promise<Call> {
    const answer = await request(app.url(), 'POST', '/api/Auth/Token', body);
    expectSuccess(answer);
    return callWith(`Bearer ${String(answer.body.token)}`);
  }
  const own = '/api/users/id-of-boss';
  let count = 0;
  const fresh = (): string => `fresh-${(count += 1)}`;
  /** Calls that give a user something to sign in with, and leave the sign-in of the caller alone. */
  const calls = (): readonly (readonly [method: string, path: string, body?: object])[] => [
    ['POST', `${own}/keys`, { name: fresh(), privileges: [] }],
    ['POST', `${own}/link`],
    ['POST', '/api/Auth/Link'],
    ['POST', '/api/users/id-of-other/apiKey'],
    ['POST', '/api/users/id-of-other/keys', { name: fresh(), privileges: [] }],
    ['POST', '/api/users/id-of-other/link'],
    ['PUT', '/api/users/id-of-other/password', { password: 'a new password' }],
    ['PATCH', '/api/users/id-of-other', { password: 'a new password' }],
    ['POST', '/api/users', { ...userInput(fresh()), password: 'a new password' }],
    ['POST', '/api/users', { ...userInput(fresh()), privileges: ['users:write'] }],
    ['POST', '/api/displays', { name: fresh() }],
    ['POST', '/api/uploads', { kind: 'restore', size: 1_000, name: 'backup.gz' }],
  ];
  const REVOKING = [
    ['POST', `${own}/apiKey`],
    ['PUT', `${own}/password`, { password: 'another password' }],
    ['PATCH', own, { password: 'another password' }],
  ] as const;

  async function expectConfirmed(call: Call): Promise<void> {
    expectSuccess(await call('POST', '/api/Auth/Link'), 201);
  }
  async function expectUnconfirmed(call: Call): Promise<void> {
    for (const [method, path, body] of [...calls(), ...REVOKING]) {
      expectFailure(await call(method, path, body), 'confirmation_required', /POST \/api\/Auth\/Confirm/);
    }
  }

  it('a sign-in with password or API key counts for 10 minutes, also one that is remembered', async () => {
    const started = await Promise.all([
      start({ userName: 'boss', password: PASSWORD }),
      start({ userName: 'boss', apiKey: TEST_KEY }),
      start({ userName: 'boss', password: PASSWORD, remember: true }),
    ]);
    app.clock.advance(600_000);
    for (const call of started) await expectConfirmed(call);
    app.clock.advance(1_000);
    for (const call of started) await expectUnconfirmed(call);
  });

  it('a call with the API key itself needs none, however old the key is', async () => {
    const call = callWith(`Basic ${btoa(`boss:${TEST_KEY}`)}`);
    for (const [method, path, body] of calls().filter(([, path]) => path !== '/api/Auth/Link')) {
      expectSuccess(await call(method, path, body), method === 'POST' ? 201 : 200);
    }
  });

  it('a password or API key confirms an older token, and no other one, for 10 minutes', async () => {
    const [call, other] = [
      await start({ userName: 'boss', password: PASSWORD }),
      await start({ userName: 'boss', apiKey: TEST_KEY }),
    ];
    for (const body of [{ password: PASSWORD }, { apiKey: TEST_KEY }]) {
      app.clock.advance(600_001);
      await expectUnconfirmed(call);
      const confirmed = await call('POST', '/api/Auth/Confirm', body);
      expectSuccess(confirmed);
      expect(Date.parse(String(confirmed.body.until))).to.equal(app.clock.now() + 600_000);
      await expectUnconfirmed(other);
      app.clock.advance(599_999);
      await expectConfirmed(call);
    }
    app.clock.advance(1);
    await expectUnconfirmed(call);
  });

  it('a sign-in by link counts only once it is confirmed', async () => {
    const boss = await start({ userName: 'boss', apiKey: TEST_KEY });
    for (const create of [() => asAdmin('POST', `${own}/link`), () => boss('POST', '/api/Auth/Link')]) {
      const { link } = (await create()).body;
      const call = await start({ link, remember: true });
      await expectUnconfirmed(call);
      expectSuccess(await call('POST', '/api/Auth/Confirm', { password: PASSWORD }));
      await expectConfirmed(call);
    }
  });

  it('wrong secrets do not confirm, do not end the token, and count as failed sign-ins', async () => {
    const call = await start({ userName: 'boss', password: PASSWORD, remember: true });
    app.clock.advance(700_000);
    const { key } = (
      await (
        await start({ userName: 'boss', apiKey: TEST_KEY })
      )('POST', `${own}/keys`, { name: fresh(), privileges: ['admin'] })
    ).body;
    for (const [body, error] of [
      [{ apiKey: key }, /access key/],
      [{ password: key }, /access key/],
      [{ password: 'a wrong password' }, '/password is not your password'],
      [{ apiKey: 'a wrong key' }, '/apiKey is not your API key'],
    ] as const) {
      expectFailure(await call('POST', '/api/Auth/Confirm', body), 'forbidden', error);
    }
    for (const body of [{}, { password: PASSWORD, apiKey: TEST_KEY }, { password: '' }]) {
      expectFailure(await call('POST', '/api/Auth/Confirm', body), 'validation_failed');
    }
    for (let i = 2; i < 10; i++) await call('POST', '/api/Auth/Confirm', { password: 'a wrong password' });
    expectFailure(await call('POST', '/api/Auth/Confirm', { password: 'a wrong password' }), 'rate_limited');
    await expectUnconfirmed(call);
    expectSuccess(await call('POST', '/api/Auth/Confirm', { apiKey: TEST_KEY }));
    app.clock.advance(60_000);
  });

  it('users prove a new password by their current one, and set their first password or key without any proof', async () => {
    const call = await start({ userName: 'reader', password: PASSWORD });
    app.clock.advance(700_000);
    const change = { password: 'a new password', current: 'a wrong password' };
    const path = '/api/users/id-of-reader/password';
    expectFailure(await call('PUT', path, { password: change.password }), 'validation_failed');
    expectFailure(await call('PUT', path, change), 'forbidden');
    expectSuccess(await call('PUT', path, { ...change, current: PASSWORD }));
    const byLink = async (): Promise<Call> =>
      start({ link: (await asAdmin('POST', '/api/users/id-of-newcomer/link')).body.link });
    const first = await byLink();
    app.clock.advance(700_000);
    expectSuccess(await first('POST', '/api/users/id-of-newcomer/apiKey'), 201);
    expectSuccess(await asAdmin('DELETE', '/api/users/id-of-newcomer/apiKey'));
    const second = await byLink();
    expectSuccess(await second('PUT', '/api/users/id-of-newcomer/password', { password: PASSWORD }));
  });

  it('other changes of users need none; giving back the management of users does', async () => {
    const call = await start({ userName: 'boss', password: PASSWORD, remember: true });
    app.clock.advance(700_000);
    const { body } = await call('POST', '/api/users', userInput('colleague'));
    const path = `/api/users/${String(body.id)}`;
    expectSuccess(await call('PATCH', path, { privileges: ['messages', 'devices:write'] }));
    expectFailure(await call('PATCH', path, { privileges: ['admin'] }), 'confirmation_required');
    expectSuccess(await asAdmin('PATCH', path, { privileges: ['users:write'] }));
    for (const change of [{ description: 'new' }, { disabled: true }]) expectSuccess(await call('PATCH', path, change));
    expectFailure(await call('PATCH', path, { disabled: false }), 'confirmation_required');
    expectSuccess(await asAdmin('PATCH', path, { disabled: false, expires: '2027-01-01T00:00:00Z' }));
    for (const change of [{ expires: null }, { privileges: ['admin'] }]) {
      expectFailure(await call('PATCH', path, change), 'confirmation_required');
    }
    expectSuccess(await call('PATCH', path, { privileges: [] }));
    expectSuccess(await call('DELETE', path));
  });
});
