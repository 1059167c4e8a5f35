import { failure, success } from '../../errors.js';
import { instantSchema } from '../../schema/common.js';
import { validator } from '../../schema/validator.js';
import type { Services } from '../../services/index.js';
import { createMutex } from '../../mutex.js';
import { route, type Route } from '../route.js';
import type { Tokens } from '../tokens.js';

export type TokenRoutesOptions = Pick<Services, 'authentication' | 'loginThrottle'> & {
  readonly tokens: Pick<Tokens, 'issue'>;
};

const validateTokenRequest = validator({
  type: 'object',
  required: ['userName', 'apiKey'],
  additionalProperties: false,
  properties: {
    userName: { type: 'string', minLength: 1, maxLength: 254 },
    apiKey: { type: 'string', minLength: 1, maxLength: 256 },
  },
});

export function tokenRoutes({ authentication, loginThrottle, tokens }: TokenRoutesOptions): Route[] {
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
          const names = [`address ${clientAddress}`, `user ${authentication.throttleKey(userName)}`];
          const seconds = loginThrottle.secondsToWait(names);
          if (seconds > 0) {
            return {
              ...failure('rate_limited', `too many failed sign-ins: try again in ${seconds} s`),
              retryAfter: seconds,
            };
          }
          const identified = await authentication.authenticate(userName, apiKey);
          if (!identified.ok) {
            loginThrottle.onFailure(names);
            return identified;
          }
          return success({ body: tokens.issue(identified.value) });
        }),
    }),
  ];
}
