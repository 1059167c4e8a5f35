import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { request } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { eventually } from '../../support/gateway/eventually.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

const FIRST = 'a first password';
const NEXT = 'the next password';

describe('passwords', () => {
  const app = useApp({
    seed: () =>
      usersWithKey(
        userOf('reader'),
        userOf('guesser'),
        userOf('clerk', { privileges: ['users:write'] }),
        userOf('boss', { privileges: ['admin'] }),
      ),
  });
  const token = (body: object): Promise<Sent> => request(app.url(), 'POST', '/api/Auth/Token', body);
  const as = async (
    userName: string,
    secret: object,
  ): Promise<(m: string, p: string, b?: unknown) => Promise<Sent>> => {
    const { body } = await token({ userName, ...secret });
    const headers = { authorization: `Bearer ${String(body.token)}` };
    return (method, path, sent) => request(app.url(), method, path, sent, headers);
  };
  const own = '/api/users/id-of-reader/password';

  it('a user signs in with the password that an administrator has set', async () => {
    expectSuccess(await app.call('PUT', own, { password: FIRST }));
    for (const userName of ['reader', 'READER@example.org']) expectSuccess(await token({ userName, password: FIRST }));
    const wrong = await token({ userName: 'reader', password: NEXT });
    expectFailure(wrong, 'invalid_credentials', 'wrong user name or password');
    const unknown = await token({ userName: 'no-one', password: FIRST });
    expect(unknown.body.error).to.equal(wrong.body.error);
    expectFailure(await token({ userName: 'clerk', password: '' }), 'validation_failed');
    expectFailure(await token({ userName: 'clerk', password: TEST_KEY }), 'invalid_credentials');
    expectFailure(await token({ userName: 'reader', apiKey: FIRST }), 'invalid_credentials');
  });

  it('users change their own password with the current one, and it ends all their tokens', async () => {
    const byPassword = await as('reader', { password: FIRST });
    const byKey = await as('reader', { apiKey: TEST_KEY });
    expectFailure(await byKey('PUT', own, { password: NEXT }), 'validation_failed', /^\/current is missing/);
    expectFailure(await byKey('PUT', own, { password: NEXT, current: NEXT }), 'forbidden', /^\/current /);
    expectFailure(await byKey('PUT', own, { password: 'too short', current: FIRST }), 'validation_failed');
    expectFailure(await byKey('PUT', own, { password: 'x'.repeat(257), current: FIRST }), 'validation_failed');
    expectSuccess(await byKey('PUT', own, { password: NEXT, current: FIRST }));
    for (const call of [byKey, byPassword]) expectFailure(await call('GET', '/api/devices'), 'token_invalid');
    expectFailure(await token({ userName: 'reader', password: FIRST }), 'invalid_credentials');
    expectSuccess(await token({ userName: 'reader', password: NEXT }));
    expectSuccess(await token({ userName: 'reader', apiKey: TEST_KEY }));
  });

  it('a password of a megabyte is refused before it is hashed', async () => {
    const password = 'x'.repeat(1_000_000);
    expectFailure(await token({ userName: 'reader', password }), 'payload_too_large');
    expectFailure(await app.call('PUT', own, { password }), 'validation_failed', /^\/password /);
    expectSuccess(await token({ userName: 'reader', apiKey: TEST_KEY }));
  });

  it('users without a password set their first one, and not that of others', async () => {
    const guesser = await as('guesser', { apiKey: TEST_KEY });
    expectFailure(await guesser('PUT', own, { password: FIRST }), 'not_found');
    expectSuccess(await guesser('PUT', '/api/users/id-of-guesser/password', { password: FIRST }));
  });

  it('after ten wrong current passwords in a minute, the right one has to wait', async () => {
    const guesser = await as('guesser', { apiKey: TEST_KEY });
    const change = (current: string): Promise<Sent> =>
      guesser('PUT', '/api/users/id-of-guesser/password', { password: NEXT, current });
    const answers = await Promise.all(Array.from({ length: 12 }, () => change('wrong')));
    expect(answers.filter(({ body }) => body.code === 'forbidden')).to.have.lengthOf(10);
    expect(answers.filter(({ body }) => body.code === 'rate_limited')).to.have.lengthOf(2);
    expectFailure(await change(FIRST), 'rate_limited');
    app.clock.advance(60_000);
    expectSuccess(await change(FIRST));
  });

  it('users with users:write set passwords within their scope, but not of users with more privileges', async () => {
    const clerk = await as('clerk', { apiKey: TEST_KEY });
    expectSuccess(await clerk('PUT', own, { password: FIRST }));
    expectFailure(await clerk('PUT', '/api/users/id-of-boss/password', { password: FIRST }), 'forbidden');
  });

  it('a short password that an earlier version stored signs in, until it is replaced', async () => {
    const { hashKey } = await import('../../../src/services/accounts/key-hash.js');
    await app.change([{ kind: 'password', v: { userId: 'id-of-boss', hash: await hashKey('8 chars.') } }]);
    const boss = await as('boss', { password: '8 chars.' });
    expectSuccess(await boss('GET', '/api/users'));
    // Its hash was made again, with the work of today, and no token ends.
    expectSuccess(await token({ userName: 'boss', password: '8 chars.' }));
    expectSuccess(await boss('GET', '/api/users'));
    await app.change([{ kind: 'password', v: { userId: 'id-of-boss', hash: 'x' } }]);
    expectSuccess(await boss('GET', '/api/users'));
    expectSuccess(await app.call('PUT', '/api/users/id-of-boss/password', { password: FIRST }));
    expectFailure(await boss('GET', '/api/users'), 'token_invalid');
  });

  it('an administrator with a password is one who can sign in', async () => {
    const { body } = await app.call('GET', '/api/users');
    const admin = (body.users as { id: string; name: string }[]).find(({ name }) => name === 'admin')?.id ?? '';
    expectSuccess(await app.call('DELETE', '/api/users/id-of-boss/apiKey'));
    const disabled = await as('boss', { password: FIRST });
    expectSuccess(await disabled('PATCH', `/api/users/${admin}`, { description: 'no longer the last' }));
    expectSuccess(await disabled('PATCH', `/api/users/${admin}`, { disabled: true }));
    expectFailure(await disabled('PATCH', '/api/users/id-of-boss', { disabled: true }), 'conflict');
    expectSuccess(await disabled('PATCH', `/api/users/${admin}`, { disabled: false }));
  });

  it('no password is in the data folder', async () => {
    await eventually('the log is written', () => readdirSync(join(app.data(), 'log')).length > 0);
    const texts = readdirSync(app.data(), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
    for (const secret of [FIRST, NEXT, '8 chars.']) expect(texts.join('')).not.to.include(secret);
  });
});
