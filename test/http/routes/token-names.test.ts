import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import { tokenRoutes } from '../../../src/http/routes/token.js';
import { createLoginThrottle } from '../../../src/services/accounts/login-throttle.js';
import { createTestClock } from '../../support/clock.js';
import { userOf } from '../../support/users.js';

/** The handler alone, so that a test can come from any address. */
function ask(clock = createTestClock()): (userName: string, apiKey: string, from: string) => Promise<string> {
  const [row] = tokenRoutes({
    accounts: {
      authenticate: (_userName, apiKey) =>
        Promise.resolve(
          apiKey === 'right' ? success({ user: userOf('u'), keyId: 'k' }) : failure('invalid_credentials', 'wrong'),
        ),
      throttleKey: (userName) => userName.toLowerCase(),
      activeUser: () => undefined,
      initialize: () => Promise.resolve(undefined),
    },
    attempts: createLoginThrottle(() => clock.monotonic()),
    tokens: { issue: () => ({ token: 't', expires: '' }), userOf: () => failure('token_missing', '') },
  });
  return async (userName, apiKey, clientAddress) => {
    const reply = await row?.handle({
      params: {},
      query: {},
      body: { userName, apiKey },
      clientAddress,
      languages: () => [],
      header: () => '',
      currentUser: () => undefined,
    });
    return reply?.ok === false ? reply.code : 'token';
  };
}

describe('guessing keys from several addresses', () => {
  it('closes the name that was guessed at, in any case, from everywhere', async () => {
    const token = ask();
    for (let i = 0; i < 10; i++) await token('Admin', 'wrong', `10.0.0.${i}`);
    expect(await token('ADMIN', 'right', '10.0.0.99')).to.equal('rate_limited');
  });

  it('leaves other names from other addresses alone', async () => {
    const token = ask();
    for (let i = 0; i < 11; i++) await token('admin', 'wrong', '10.0.0.1');
    expect(await token('reader', 'right', '10.0.0.2')).to.equal('token');
    expect(await token('reader', 'right', '10.0.0.1')).to.equal('rate_limited');
  });

  it('does not mistake a user called like an address for the address', async () => {
    const token = ask();
    for (let i = 0; i < 10; i++) await token('10.0.0.7', 'wrong', `10.0.1.${i}`);
    expect(await token('reader', 'right', '10.0.0.7')).to.equal('token');
  });
});
