import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import { tokenRoutes } from '../../../src/http/routes/token.js';
import { createLoginThrottle } from '../../../src/services/accounts/login-throttle.js';
import { createTestClock } from '../../support/clock.js';
import { userOf } from '../../support/users.js';

/** Calls the handler directly, so that a test can use any address. */
function createSignIn(clock = createTestClock()): (userName: string, apiKey: string, from: string) => Promise<string> {
  const [route] = tokenRoutes({
    authentication: {
      authenticate: (_userName, apiKey) =>
        Promise.resolve(
          apiKey === 'right' ? success({ user: userOf('u'), keyId: 'k' }) : failure('invalid_credentials', 'wrong'),
        ),
      throttleKey: (userName) => userName.toLowerCase(),
      activeUser: () => undefined,
      initialize: () => Promise.resolve(undefined),
    },
    loginThrottle: createLoginThrottle(() => clock.monotonic()),
    tokens: { issue: () => ({ token: 't', expires: '' }) },
  });
  return async (userName, apiKey, clientAddress) => {
    const reply = await route?.handle({
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

describe('the limit of failed sign-ins from several addresses', () => {
  it('ten failures block a user name in any case, from every address', async () => {
    const signIn = createSignIn();
    for (let i = 0; i < 10; i++) await signIn('Admin', 'wrong', `10.0.0.${i}`);
    expect(await signIn('ADMIN', 'right', '10.0.0.99')).to.equal('rate_limited');
  });

  it('other names from other addresses are not blocked', async () => {
    const signIn = createSignIn();
    for (let i = 0; i < 11; i++) await signIn('admin', 'wrong', '10.0.0.1');
    expect(await signIn('reader', 'right', '10.0.0.2')).to.equal('token');
    expect(await signIn('reader', 'right', '10.0.0.1')).to.equal('rate_limited');
  });

  it('a user named like an address does not block that address', async () => {
    const signIn = createSignIn();
    for (let i = 0; i < 10; i++) await signIn('10.0.0.7', 'wrong', `10.0.1.${i}`);
    expect(await signIn('reader', 'right', '10.0.0.7')).to.equal('token');
  });
});
