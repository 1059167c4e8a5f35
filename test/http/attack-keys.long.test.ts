import { expect } from 'chai';
import { useApp, type Sent } from '../support/gateway/app.js';
import { request, signIn } from '../support/api/client.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../support/api/users.js';
import { ask, statusesOf } from '../support/api/wire.js';

describe('the tokens of a user', () => {
  const names = ['removed', 'disabled', 'renewed', 'revoked', 'expired', 'self'];
  const app = useApp({ seed: () => usersWithKey(...names.map((name) => userOf(name))) });
  const tokenOf = async (userName: string, apiKey = TEST_KEY): Promise<string> =>
    (await signIn(app.url(), { userName, apiKey })).token;
  const send = (token: string, path = '/api/devices'): Promise<Sent> =>
    request(app.url(), 'GET', path, undefined, { authorization: `Bearer ${token}` });

  /** Expects `call` to end a valid token and the previous key. */
  async function expectEnd(name: string, call: () => Promise<Sent>): Promise<Sent> {
    const token = await tokenOf(name);
    expectSuccess(await send(token));
    const answer = await call();
    expect(answer.body, JSON.stringify(answer.body)).to.include({ success: true });
    expectFailure(await send(token), 'token_invalid');
    expectFailure(await send(token, '/api/health'), 'token_invalid');
    const again = await request(app.url(), 'POST', '/api/Auth/Token', { userName: name, apiKey: TEST_KEY });
    expectFailure(again, 'invalid_credentials');
    return answer;
  }

  it('a token ends when its user is removed, and stays invalid for a new user of the same name', async () => {
    await expectEnd('removed', () => app.call('DELETE', '/api/users/id-of-removed'));
    const { name, email, country, timeZone } = userOf('removed');
    expectSuccess(await app.call('POST', '/api/users', { name, email, country, timeZone }), 201);
    const again = await request(app.url(), 'POST', '/api/Auth/Token', { userName: name, apiKey: TEST_KEY });
    expectFailure(again, 'invalid_credentials');
  });

  it('a token ends when its user is disabled', async () => {
    await expectEnd('disabled', () => app.call('PATCH', '/api/users/id-of-disabled', { disabled: true }));
  });

  it('a token ends when its account expires', async () => {
    const expires = new Date(app.clock.now()).toISOString();
    await expectEnd('expired', () => app.call('PATCH', '/api/users/id-of-expired', { expires }));
  });

  it('a token ends when its user gets another key, which works from then on', async () => {
    const { body } = await expectEnd('renewed', () => app.call('POST', '/api/users/id-of-renewed/apiKey'));
    expectSuccess(await send(await tokenOf('renewed', String(body.apiKey))));
  });

  it('a token ends when its key is revoked', async () => {
    await expectEnd('revoked', () => app.call('DELETE', '/api/users/id-of-revoked/apiKey'));
  });

  it('a token ends when its user issues a new key with it', async () => {
    const own = await signIn(app.url(), { userName: 'self', apiKey: TEST_KEY });
    expect((await own.call('POST', '/api/users/id-of-self/apiKey')).status).to.equal(201);
    expectFailure(await send(own.token), 'token_invalid');
  });
});

describe('the time to refuse a sign-in', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('reader'), userOf('off', { disabled: true })) });
  const ROUNDS = 15;

  async function refuse(userName: string, apiKey: string): Promise<number> {
    // Leaves the minute in which failures count.
    app.clock.advance(60_000);
    // The processor time of this process, which has the gateway: other processes do not change it.
    const before = process.cpuUsage();
    const answer = await request(app.url(), 'POST', '/api/Auth/Token', { userName, apiKey });
    const { user, system } = process.cpuUsage(before);
    expectFailure(answer, 'invalid_credentials');
    return user + system;
  }
  const median = (times: readonly number[]): number =>
    [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

  it('the time is the same for an unknown user, a wrong key and a disabled account', async () => {
    const unknown: number[] = [];
    const wrong: number[] = [];
    const off: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      unknown.push(await refuse(`unknown-${round}`, 'wrong'));
      wrong.push(await refuse('reader', 'wrong'));
      off.push(await refuse('off', TEST_KEY));
    }
    const known = median(wrong);
    // Without the hash of the key, it would be a tenth.
    expect(median(unknown) / known, 'unknown').to.be.within(0.5, 2);
    expect(median(off) / known, 'disabled').to.be.within(0.5, 2);
  });
});

describe('guessing API keys', () => {
  const app = useApp({
    seed: () => usersWithKey(userOf('Reader', { email: 'Mail@Example.org' }), userOf('other'), userOf('third')),
  });
  const guess = (userName: string, localAddress: string, apiKey = 'wrong'): Promise<string> => {
    const body = JSON.stringify({ userName, apiKey });
    const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'X-Forwarded-For: 10.1.2.3'];
    return ask(app.port(), 'POST /api/Auth/Token', headers, body, { localAddress });
  };
  beforeEach(() => {
    app.clock.advance(60_000);
  });

  it('ten failures for one user from any addresses block it under every spelling, with Retry-After', async () => {
    const spellings = ['Reader', 'READER', 'mail@example.org', 'Mail@Example.ORG', 'reader'];
    for (let i = 0; i < 10; i++) {
      expect(statusesOf(await guess(spellings[i % 5] ?? '', `127.0.1.${i + 1}`))).to.deep.equal([401]);
    }
    for (const [index, spelling] of spellings.entries()) {
      const answer = await guess(spelling, `127.0.2.${index + 1}`, TEST_KEY);
      expect(statusesOf(answer)).to.deep.equal([429]);
      expect(answer).to.match(/^Retry-After: 60\r$/m);
    }
    expect(statusesOf(await guess('other', '127.0.2.9', TEST_KEY))).to.deep.equal([200]);
    app.clock.advance(60_000);
    expect(statusesOf(await guess('reader', '127.0.2.1', TEST_KEY))).to.deep.equal([200]);
  });

  it('a forged X-Forwarded-For does not lift the block of an address', async () => {
    for (let i = 0; i < 10; i++) expect(statusesOf(await guess(`unknown-${i}`, '127.0.3.1'))).to.deep.equal([401]);
    expect(statusesOf(await guess('third', '127.0.3.1', TEST_KEY))).to.deep.equal([429]);
  });
});
