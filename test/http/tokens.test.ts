import { expect } from 'chai';
import { useApp, type Sent } from '../support/gateway/app.js';
import { request, signIn } from '../support/api/client.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { createForge, encode, type Forge } from '../support/api/tokens.js';
import { userOf, usersWithKey } from '../support/api/users.js';

describe('the token check', () => {
  const app = useApp({
    config: { auth: { tokenTtl: 3600 } },
    seed: () => usersWithKey(userOf('reader'), userOf('leaver')),
  });
  const send = (authorization?: string): Promise<Sent> =>
    request(app.url(), 'GET', '/api/devices', undefined, authorization === undefined ? {} : { authorization });
  const bearer = (token: string): Promise<Sent> => send(`Bearer ${token}`);
  let forge: Forge;
  let seconds = 0;

  before(() => {
    forge = createForge(app.admin().token, app.data());
    seconds = app.clock.now() / 1000;
  });

  it('an issued token is accepted, with the word Bearer in any case', async () => {
    for (const word of ['Bearer', 'bearer', 'BEARER']) expectSuccess(await send(`${word} ${app.admin().token}`));
  });

  it('a token is accepted if this test signs it as the gateway does', async () => {
    expectSuccess(await bearer(forge.sign(forge.payload())));
  });

  it('a call without a bearer token is refused as token_missing', async () => {
    const token = app.admin().token;
    for (const header of [undefined, '', 'Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer ${token} ${token}`]) {
      expectFailure(await send(header), 'token_missing');
    }
  });

  it('a token in the query or a cookie is ignored', async () => {
    const token = app.admin().token;
    expectFailure(await request(app.url(), 'GET', `/api/devices?token=${token}`), 'token_missing');
    expectFailure(
      await request(app.url(), 'GET', '/api/devices', undefined, { cookie: `token=${token}` }),
      'token_missing',
    );
  });

  it('malformed tokens are refused', async () => {
    const [header = '', payload = '', signature = ''] = app.admin().token.split('.');
    const wrong = ['x', '..', 'a.b.c', `${header}.${payload}`, `${header}.${payload}.`, `${header}..${signature}`];
    for (const token of [...wrong, 'x'.repeat(5000), `${app.admin().token}.x`]) {
      expectFailure(await bearer(token), 'token_invalid');
    }
  });

  it('a token signed with another or an empty secret is refused', async () => {
    for (const secret of [Buffer.alloc(32), Buffer.from(''), Buffer.from('secret')]) {
      expectFailure(await bearer(forge.sign(forge.payload(), undefined, { secret })), 'token_invalid');
    }
  });

  it('the algorithm none is refused in every spelling, with and without a signature', async () => {
    const [, payload = '', signature = ''] = app.admin().token.split('.');
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', null]) {
      for (const end of ['', signature]) {
        expectFailure(await bearer(`${encode({ alg, typ: 'JWT' })}.${payload}.${end}`), 'token_invalid');
      }
    }
    expectFailure(await bearer(`${encode({ typ: 'JWT' })}.${payload}.${signature}`), 'token_invalid');
  });

  it('other algorithms are refused even with the right secret', async () => {
    for (const [alg, hash] of [
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
      ['RS256', 'sha256'],
      ['hs256', 'sha256'],
    ] as const) {
      expectFailure(await bearer(forge.sign(forge.payload(), { alg, typ: 'JWT' }, { hash })), 'token_invalid');
    }
  });

  it('a changed payload with the old signature is refused', async () => {
    const [header = '', , signature = ''] = app.admin().token.split('.');
    const changed = encode({ ...forge.payload(), exp: seconds + 3599 });
    expectFailure(await bearer(`${header}.${changed}.${signature}`), 'token_invalid');
  });

  it('every claim is required and has to have its type', async () => {
    for (const claim of ['iss', 'aud', 'sub', 'iat', 'exp', 'jti']) {
      const without = Object.fromEntries(Object.entries(forge.payload()).filter(([name]) => name !== claim));
      expectFailure(await bearer(forge.sign(without)), 'token_invalid');
      for (const wrong of [null, true, [], {}, 'x', 1.5]) {
        const answer = await bearer(forge.sign({ ...forge.payload(), [claim]: wrong }));
        expectFailure(answer, 'token_invalid');
      }
    }
  });

  it('a token for another gateway is refused', async () => {
    expectFailure(await bearer(forge.sign({ ...forge.payload(), iss: 'other' })), 'token_invalid');
    expectFailure(await bearer(forge.sign({ ...forge.payload(), aud: 'other' })), 'token_invalid');
  });

  it('a token from the future is refused if it exceeds the clock tolerance', async () => {
    const from = (iat: number): string => forge.sign({ ...forge.payload(), iat, exp: iat + 60 });
    expectFailure(await bearer(from(seconds + 61)), 'token_invalid');
    expectSuccess(await bearer(from(seconds + 59)));
  });

  it('a token that exceeds the configured lifetime is refused', async () => {
    expectFailure(await bearer(forge.sign({ ...forge.payload(), exp: seconds + 3601 })), 'token_invalid');
    expectFailure(await bearer(forge.sign({ ...forge.payload(), exp: 1e300 })), 'token_invalid');
  });

  it('a token with critical headers is refused', async () => {
    const header = { alg: 'HS256', typ: 'JWT', crit: ['b64'], b64: true };
    expectFailure(await bearer(forge.sign(forge.payload(), header)), 'token_invalid');
    expectFailure(await bearer(forge.sign(forge.payload(), { ...header, crit: [] })), 'token_invalid');
  });

  it('a payload that is not an object is refused', async () => {
    for (const payload of ['"admin"', '5', 'null', '[]', 'not JSON']) {
      expectFailure(await bearer(forge.sign(payload)), 'token_invalid');
    }
  });

  it('a __proto__ in the payload has no effect', async () => {
    const { sub, ...rest } = forge.payload();
    const inherited = `{"__proto__":{"sub":${JSON.stringify(sub)}},${JSON.stringify(rest).slice(1)}`;
    expectFailure(await bearer(forge.sign(inherited)), 'token_invalid');
    const reader = createForge((await signIn(app.url(), { userName: 'reader', apiKey: TEST_KEY })).token, app.data());
    const claims = JSON.stringify(reader.payload()).slice(1);
    const token = reader.sign(`{"__proto__":{"privileges":["admin"],"admin":true},"privileges":["admin"],${claims}`);
    const headers = { authorization: `Bearer ${token}` };
    expectFailure(await request(app.url(), 'POST', '/api/devices', { id: 'x' }, headers), 'forbidden');
  });

  it('a token is refused if its user does not exist or its key id belongs to another key', async () => {
    expectFailure(await bearer(forge.sign({ ...forge.payload(), sub: '__proto__' })), 'token_invalid');
    expectFailure(await bearer(forge.sign({ ...forge.payload(), sub: 'id-of-reader' })), 'token_invalid');
    expectFailure(await bearer(forge.sign({ ...forge.payload(), jti: 'constructor.x' })), 'token_invalid');
  });

  it('the error text is the same for every reason to refuse a token', async () => {
    const texts = await Promise.all(
      [{ iss: 'x' }, { aud: 'x' }, { exp: 1e300 }].map(
        async (wrong) => (await bearer(forge.sign({ ...forge.payload(), ...wrong }))).body.error,
      ),
    );
    expect(new Set(texts)).to.have.lengthOf(1);
  });

  it('a token whose user was disabled a millisecond ago is refused although it was verified before', async () => {
    const { token } = await signIn(app.url(), { userName: 'leaver', apiKey: TEST_KEY });
    const { body } = await app.call('GET', '/api/users');
    const leaver = (body.users as { id: string; name: string }[]).find(({ name }) => name === 'leaver');
    for (const uses of ['the first', 'a repeated']) {
      const answer = await bearer(token);
      expect(answer.status, `${uses} use`).to.equal(200);
    }
    expectSuccess(await app.call('PATCH', `/api/users/${leaver?.id ?? ''}`, { disabled: true }));
    app.clock.advance(1);
    expectFailure(await bearer(token), 'token_invalid', 'the token is no longer valid');
    expectSuccess(await app.call('PATCH', `/api/users/${leaver?.id ?? ''}`, { disabled: false }));
    expectSuccess(await bearer(token));
  });
});
