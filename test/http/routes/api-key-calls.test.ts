import { expect } from 'chai';
import { generateAccessKey, generateKey, hashKey } from '../../../src/services/accounts/key-hash.js';
import { request } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

describe('a call with an API key', () => {
  const app = useApp({
    seed: async () => [
      ...(await usersWithKey(
        userOf('reader'),
        userOf('scraper', { privileges: ['metrics'], group: 'north' }),
        userOf('restricted', { group: 'north' }),
      )),
    ],
  });
  const scrape = async (authorization: string): Promise<number> => {
    const response = await fetch(`${app.url()}/metrics`, { headers: { authorization } });
    await response.text();
    return response.status;
  };
  const basic = (user: string, key: string): string => `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;
  const keyOf = async (name: string): Promise<string> =>
    String((await app.call('POST', `/api/users/id-of-${name}/apiKey`)).body.apiKey);

  it('the key is accepted as Bearer and as the password of Basic, with the privilege metrics or without a restriction', async () => {
    for (const [name, status] of [
      ['reader', 200],
      ['scraper', 200],
      ['restricted', 403],
    ] as const) {
      const key = await keyOf(name);
      expect(await scrape(`Bearer ${key}`), name).to.equal(status);
      expect(await scrape(`bearer ${key}`), name).to.equal(status);
      for (const user of [name.toUpperCase(), `${name}@example.org`]) {
        expect(await scrape(basic(user, key)), name).to.equal(status);
      }
      expect(await scrape(basic('admin', key)), name).to.equal(401);
    }
    expect(await scrape(`Bearer ${app.admin().token}`)).to.equal(200);
    app.clock.advance(60_000);
  });

  it('a short chosen key works as Basic, then also as Bearer, and a revoked key not at all', async () => {
    const short = 'chosen-by-a-person';
    const v = { userId: 'id-of-reader', keyId: 'k', hash: await hashKey(short) };
    await app.change([{ kind: 'credential', v }]);
    expect(await scrape(`Bearer ${short}`)).to.equal(401);
    expect(await scrape(basic('reader', short))).to.equal(200);
    const key = await keyOf('reader');
    await app.call('DELETE', '/api/users/id-of-reader/apiKey');
    expect(await scrape(`Bearer ${key}`)).to.equal(401);
    expect(await scrape(basic('reader', key))).to.equal(401);
    app.clock.advance(60_000);
  });

  it('wrong keys count as failed sign-ins, and a right key is never refused for them', async () => {
    const key = await keyOf('scraper');
    for (let i = 0; i < 10; i++)
      expect(await scrape(i % 2 === 0 ? 'Bearer wrong' : basic('reader', 'wrong'))).to.equal(401);
    expect(await scrape('Bearer wrong')).to.equal(429);
    expect(await scrape(basic('reader', 'wrong'))).to.equal(429);
    expect(await scrape(`Bearer ${key}`)).to.equal(200);
    expect(await scrape(basic('scraper', key))).to.equal(200);
    app.clock.advance(60_000);
  });

  it('every call takes the key, with the rights of its user', async () => {
    const key = await keyOf('reader');
    for (const authorization of [`Bearer ${key}`, basic('reader', key), basic('', key)]) {
      const call = (method: string, path: string): Promise<Sent> =>
        request(app.url(), method, path, undefined, { authorization });
      expectSuccess(await call('GET', '/api/devices'));
      expectFailure(await call('GET', '/api/users'), 'forbidden');
    }
  });

  it('a key of another gateway and a text that is no key have different answers', async () => {
    const call = (key: string): Promise<Sent> =>
      request(app.url(), 'GET', '/api/devices', undefined, { authorization: `Bearer ${key}` });
    for (const key of [generateKey(), generateAccessKey()]) {
      expectFailure(await call(key), 'invalid_credentials', /API key of another gateway/);
    }
    expectFailure(await call('secret'), 'token_invalid', /^this is no token/);
    app.clock.advance(60_000);
  });
});
