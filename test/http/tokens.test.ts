import { expect } from 'chai';
import { useApp, type Sent } from '../support/app.js';
import { request, signIn } from '../support/client.js';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { TEST_KEY } from '../support/gateway.js';
import { createForge, encode, type Forge } from '../support/tokens.js';
import { userOf, usersWithKey } from '../support/users.js';

describe('a call that needs a token', () => {
  const app = useApp({ config: { auth: { tokenTtl: 3600 } }, seed: () => usersWithKey(userOf('reader')) });
  const send = (authorization?: string): Promise<Sent> =>
    request(app.url(), 'GET', '/api/devices', undefined, authorization === undefined ? {} : { authorization });
  const bearer = (token: string): Promise<Sent> => send(`Bearer ${token}`);
  let forge: Forge;
  let seconds = 0;

  before(() => {
    forge = createForge(app.admin().token, app.data());
    seconds = app.clock.now() / 1000;
  });

  it('takes the token it was given, the word Bearer in any case', async () => {
    for (const word of ['Bearer', 'bearer', 'BEARER']) expectSuccess(await send(`${word} ${app.admin().token}`));
  });

  it('takes a token that the forger of these tests signs as the gateway does', async () => {
    expectSuccess(await bearer(forge.sign(forge.payload())));
  });

  it('asks for one when there is none, or the header is of another kind', async () => {
    const token = app.admin().token;
    for (const header of [undefined, '', 'Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer ${token} ${token}`]) {
      expectFailure(await send(header), 'token_missing');
    }
  });

  it('does not look for a token anywhere else', async () => {
    const token = app.admin().token;
    expectFailure(await request(app.url(), 'GET', `/api/devices?token=${token}`), 'token_missing');
    expectFailure(
      await request(app.url(), 'GET', '/api/devices', undefined, { cookie: `token=${token}` }),
      'token_missing',
    );
  });

  it('refuses what is no token at all', async () => {
    const [header = '', payload = '', signature = ''] = app.admin().token.split('.');
    const wrong = ['x', '..', 'a.b.c', `${header}.${payload}`, `${header}.${payload}.`, `${header}..${signature}`];
    for (const token of [...wrong, 'x'.repeat(5000), `${app.admin().token}.x`]) {
      expectFailure(await bearer(token), 'token_invalid');
    }
  });

  it('refuses one signed with another secret, an empty one too', async () => {
    for (const secret of [Buffer.alloc(32), Buffer.from(''), Buffer.from('secret')]) {
      expectFailure(await bearer(forge.sign(forge.payload(), undefined, { secret })), 'token_invalid');
    }
  });

  it('refuses alg none in every spelling, with a signature or without', async () => {
    const [, payload = '', signature = ''] = app.admin().token.split('.');
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', null]) {
      for (const end of ['', signature]) {
        expectFailure(await bearer(`${encode({ alg, typ: 'JWT' })}.${payload}.${end}`), 'token_invalid');
      }
    }
    expectFailure(await bearer(`${encode({ typ: 'JWT' })}.${payload}.${signature}`), 'token_invalid');
  });

  it('refuses other algorithms with the right secret', async () => {
    for (const [alg, hash] of [
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
      ['RS256', 'sha256'],
      ['hs256', 'sha256'],
    ] as const) {
      expectFailure(await bearer(forge.sign(forge.payload(), { alg, typ: 'JWT' }, { hash })), 'token_invalid');
    }
  });

  it('refuses a changed payload under the old signature', async () => {
    const [header = '', , signature = ''] = app.admin().token.split('.');
    const changed = encode({ ...forge.payload(), exp: seconds + 3599 });
    expectFailure(await bearer(`${header}.${changed}.${signature}`), 'token_invalid');
  });

  it('demands every claim, each of its type', async () => {
    for (const claim of ['iss', 'aud', 'sub', 'iat', 'exp', 'jti']) {
      const without = Object.fromEntries(Object.entries(forge.payload()).filter(([name]) => name !== claim));
      expectFailure(await bearer(forge.sign(without)), 'token_invalid');
      for (const wrong of [null, true, [], {}, 'x', 1.5]) {
        const answer = await bearer(forge.sign({ ...forge.payload(), [claim]: wrong }));
        expectFailure(answer, 'token_invalid');
      }
    }
  });

  it('refuses one that is meant for another gateway', async () => {
    expectFailure(await bearer(forge.sign({ ...forge.payload(), iss: 'other' })), 'token_invalid');
    expectFailure(await bearer(forge.sign({ ...forge.payload(), aud: 'other' })), 'token_invalid');
  });

  it('refuses one from the future, beyond what clocks may differ', async () => {
    const from = (iat: number): string => forge.sign({ ...forge.payload(), iat, exp: iat + 60 });
    expectFailure(await bearer(from(seconds + 61)), 'token_invalid');
    expectSuccess(await bearer(from(seconds + 59)));
  });

  it('refuses one that would live longer than tokens may', async () => {
    expectFailure(await bearer(forge.sign({ ...forge.payload(), exp: seconds + 3601 })), 'token_invalid');
    expectFailure(await bearer(forge.sign({ ...forge.payload(), exp: 1e300 })), 'token_invalid');
  });

  it('refuses headers it has to understand and does not', async () => {
    const header = { alg: 'HS256', typ: 'JWT', crit: ['b64'], b64: true };
    expectFailure(await bearer(forge.sign(forge.payload(), header)), 'token_invalid');
    expectFailure(await bearer(forge.sign(forge.payload(), { ...header, crit: [] })), 'token_invalid');
  });

  it('refuses a payload that is no object', async () => {
    for (const payload of ['"admin"', '5', 'null', '[]', 'not JSON']) {
      expectFailure(await bearer(forge.sign(payload)), 'token_invalid');
    }
  });

  it('takes nothing from a __proto__ in the payload', async () => {
    const { sub, ...rest } = forge.payload();
    const inherited = `{"__proto__":{"sub":${JSON.stringify(sub)}},${JSON.stringify(rest).slice(1)}`;
    expectFailure(await bearer(forge.sign(inherited)), 'token_invalid');
    const reader = createForge((await signIn(app.url(), { userName: 'reader', apiKey: TEST_KEY })).token, app.data());
    const claims = JSON.stringify(reader.payload()).slice(1);
    const token = reader.sign(`{"__proto__":{"privileges":["admin"],"admin":true},"privileges":["admin"],${claims}`);
    const headers = { authorization: `Bearer ${token}` };
    expectFailure(await request(app.url(), 'POST', '/api/devices', { id: 'x' }, headers), 'forbidden');
  });

  it('refuses one of a user there is not, and with a key id that is not his', async () => {
    expectFailure(await bearer(forge.sign({ ...forge.payload(), sub: '__proto__' })), 'token_invalid');
    expectFailure(await bearer(forge.sign({ ...forge.payload(), sub: 'id-of-reader' })), 'token_invalid');
    expectFailure(await bearer(forge.sign({ ...forge.payload(), jti: 'constructor.x' })), 'token_invalid');
  });

  it('says nothing about why a token is refused beyond its code', async () => {
    const texts = await Promise.all(
      [{ iss: 'x' }, { aud: 'x' }, { exp: 1e300 }].map(
        async (wrong) => (await bearer(forge.sign({ ...forge.payload(), ...wrong }))).body.error,
      ),
    );
    expect(new Set(texts)).to.have.lengthOf(1);
  });
});
