import { useApp, type Sent } from '../../support/gateway/app.js';
import { request, signIn } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

describe('the end of a token', () => {
  const reader = userOf('reader');
  const app = useApp({
    config: { auth: { tokenTtl: 3600 } },
    seed: () => usersWithKey(reader, userOf('guest', { expires: '2026-11-21T08:30:00.000Z' })),
  });
  const tokenOf = async (userName: string): Promise<string> =>
    (await signIn(app.url(), { userName, apiKey: TEST_KEY })).token;
  const send = (token: string, path = '/api/devices'): Promise<Sent> =>
    request(app.url(), 'GET', path, undefined, { authorization: `Bearer ${token}` });

  it('a token ends at once when its user gets a new key', async () => {
    const token = await tokenOf('reader');
    const [, credential] = await usersWithKey(reader);
    await app.change([]);
    expectSuccess(await send(token));
    if (credential?.kind !== 'credential') throw new Error('no credential');
    await app.change([{ ...credential, v: { ...credential.v, keyId: 'the-next-key' } }]);
    expectFailure(await send(token), 'token_invalid');
    expectSuccess(await send(await tokenOf('reader')));
  });

  it('a token is invalid while its user is disabled', async () => {
    const token = await tokenOf('reader');
    await app.change([{ kind: 'user', v: { ...reader, disabled: true } }]);
    expectFailure(await send(token), 'token_invalid');
    expectFailure(await send(token, '/api/health'), 'token_invalid');
    await app.change([{ kind: 'user', v: reader }]);
    expectSuccess(await send(token));
  });

  it('a token ends when its user expires, without a job', async () => {
    const token = await tokenOf('guest');
    app.clock.advance(30 * 60_000 - 1);
    expectSuccess(await send(token));
    app.clock.advance(1);
    expectFailure(await send(token), 'token_invalid');
  });

  it('a token ends after its lifetime, to the second', async () => {
    const token = await tokenOf('reader');
    app.clock.advance(3_600_000 - 1);
    expectSuccess(await send(token));
    app.clock.advance(1);
    expectFailure(await send(token), 'token_expired');
    expectSuccess(await send(await tokenOf('reader')));
  });
});
