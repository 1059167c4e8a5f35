import { failure, success } from '../../errors.js';
import { instantSchema } from '../../schema/common.js';
import { validator } from '../../schema/validator.js';
import type { Authentication } from '../../services/accounts/authentication.js';
import type { LoginThrottle } from '../../services/accounts/login-throttle.js';
import { createMutex } from '../../mutex.js';
import { route, type Route } from '../route.js';
import type { Tokens } from '../tokens.js';

const validateTokenRequest = validator({
  type: 'object',
  required: ['userName', 'apiKey'],
  additionalProperties: false,
  properties: {
    userName: { type: 'string', minLength: 1, maxLength: 254 },
    apiKey: { type: 'string', minLength: 1, maxLength: 256 },
  },
});

export type TokenRoutesOptions = {
  readonly accounts: Authentication;
  readonly attempts: LoginThrottle;
  readonly tokens: Tokens;
};

export function tokenRoutes({ accounts, attempts, tokens }: TokenRoutesOptions): Route[] {
  // Serialized: parallel guesses must not pass before the first one has failed.
  const exclusive = createMutex();

  return [
    route({
      method: 'post',
      path: '/api/Auth/Token',
      summary: 'Issues a token for a user name (or email) and API key',
      access: 'anyone',
      body: validateTokenRequest,
      responses: { 200: { required: { token: { type: 'string' }, expires: instantSchema } } },
      handle: ({ body: { userName, apiKey }, clientAddress }) =>
        exclusive(async () => {
          const names = [`address ${clientAddress}`, `user ${accounts.throttleKey(userName)}`];
          const seconds = attempts.secondsToWait(names);
          if (seconds > 0) {
            return {
              ...failure('rate_limited', `too many failed sign-ins: try again in ${seconds} s`),
              retryAfter: seconds,
            };
          }
          const identified = await accounts.authenticate(userName, apiKey);
          if (!identified.ok) {
            attempts.onFailure(names);
            return identified;
          }
          return success({ body: tokens.issue(identified.value) });
        }),
    }),
  ];
}
