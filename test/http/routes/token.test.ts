import { expect } from 'chai';
import { useApp, type Sent } from '../../support/gateway/app.js';
import { request } from '../../support/api/client.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { TEST_KEY } from '../../support/gateway/gateway.js';
import { userOf, usersWithKey } from '../../support/api/users.js';

describe('POST /api/Auth/Token', () => {
  const app = useApp({
    seed: () =>
      usersWithKey(
        userOf('Reader', { email: 'Reader@Example.org' }),
        userOf('off', { disabled: true }),
        userOf('late', { expires: '2026-11-21T08:00:00.000Z' }),
      ),
  });
  const ask = (userName: unknown, apiKey: unknown = TEST_KEY): Promise<Sent> =>
    request(app.url(), 'POST', '/api/Auth/Token', { userName, apiKey });

  it('a token is issued for name or email, in any case, with its expiry', async () => {
    for (const userName of ['Reader', 'rEADER', 'reader@example.ORG']) {
      const answer = await ask(userName);
      expectSuccess(answer);
      expect(Object.keys(answer.body)).to.have.members(['success', 'error', 'token', 'expires']);
      expect(answer.body.expires).to.equal('2026-11-22T08:00:00.000Z');
    }
  });

  it('every token is different', async () => {
    const [first, second] = [await ask('admin'), await ask('admin')];
    expect(first.body.token).not.to.equal(second.body.token);
  });

  it('the error is the same for an unknown user, a wrong key, a disabled and an expired account', async () => {
    const answers = [await ask('unknown'), await ask('admin', 'wrong'), await ask('off'), await ask('late')];
    for (const answer of answers) expectFailure(answer, 'invalid_credentials');
    expect(new Set(answers.map(({ body }) => body.error))).to.have.lengthOf(1);
    app.clock.advance(60_000);
  });

  it('an empty name does not match the administrator, whose email is empty', async () => {
    expectFailure(await ask(''), 'validation_failed', /^\/userName /);
  });

  it('the error names the field of a malformed body', async () => {
    expectFailure(await request(app.url(), 'POST', '/api/Auth/Token', {}), 'validation_failed', '/userName is missing');
    expectFailure(await ask('admin', 5), 'validation_failed', '/apiKey must be string');
    expectFailure(await ask({ $ne: '' }), 'validation_failed', '/userName must be string');
    expectFailure(await ask('x'.repeat(255)), 'validation_failed', /^\/userName /);
    const extra = { userName: 'admin', apiKey: TEST_KEY, ttl: 1 };
    const answer = await request(app.url(), 'POST', '/api/Auth/Token', extra);
    expectFailure(answer, 'validation_failed', '/ttl is not a known field');
  });

  it('malformed bodies do not count as failed sign-ins', async () => {
    for (let i = 0; i < 12; i++) expectFailure(await ask('admin', 5), 'validation_failed');
    expectSuccess(await ask('admin'));
  });
});

describe('the limit of failed sign-ins', () => {
  const app = useApp({ seed: () => usersWithKey(userOf('reader')) });
  const ask = (userName: string, apiKey = 'wrong'): Promise<Sent> =>
    request(app.url(), 'POST', '/api/Auth/Token', { userName, apiKey });

  afterEach(() => {
    app.clock.advance(61_000);
  });

  it('ten failures in a minute block an address for any name, until the wait is over', async () => {
    for (let i = 0; i < 10; i++) expectFailure(await ask(`unknown-${i}`), 'invalid_credentials');
    const refused = await ask('reader', TEST_KEY);
    expectFailure(refused, 'rate_limited');
    expect(refused.headers.get('Retry-After')).to.equal('60');
    app.clock.advance(59_000);
    expect((await ask('reader', TEST_KEY)).headers.get('Retry-After')).to.equal('1');
    app.clock.advance(1_000);
    expectSuccess(await ask('reader', TEST_KEY));
  });

  it('a key that was right before is never refused', async () => {
    for (let i = 0; i < 11; i++) await ask(`unknown-${i}`);
    expectSuccess(await ask('admin', TEST_KEY));
  });

  it('parallel guesses are counted one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask('admin')));
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'invalid_credentials')).to.have.lengthOf(10);
    expect(codes.filter((code) => code === 'rate_limited')).to.have.lengthOf(15);
  });

  it('a block does not affect calls with a token', async () => {
    for (let i = 0; i < 11; i++) await ask('admin');
    expectFailure(await ask('admin'), 'rate_limited');
    expectSuccess(await app.call('GET', '/api/devices'));
  });

  it('successful sign-ins neither count nor reset the failures', async () => {
    for (let i = 0; i < 9; i++) expectFailure(await ask('admin'), 'invalid_credentials');
    for (let i = 0; i < 3; i++) expectSuccess(await ask('reader', TEST_KEY));
    expectFailure(await ask('admin'), 'invalid_credentials');
    expectFailure(await ask('stranger'), 'rate_limited');
  });
});
