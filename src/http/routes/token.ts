import { failure, success } from '../../errors.js';
import { instantSchema } from '../../schema/common.js';
import { validator } from '../../schema/validator.js';
import type { Accounts } from '../../services/accounts.js';
import type { Attempts } from '../../services/attempts.js';
import { createTurns } from '../../turns.js';
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

export type TokenOptions = { readonly accounts: Accounts; readonly attempts: Attempts; readonly tokens: Tokens };

export function tokenRoutes({ accounts, attempts, tokens }: TokenOptions): Route[] {
  // Guesses sent all at once must not all pass before the first has failed.
  const inTurn = createTurns();

  return [
    route({
      method: 'post',
      path: '/api/Auth/Token',
      summary: 'A token for a user name (or email) and API key',
      access: 'anyone',
      body: validateTokenRequest,
      answers: { 200: { required: { token: { type: 'string' }, expires: instantSchema } } },
      handle: ({ body: { userName, apiKey }, from }) =>
        inTurn(async () => {
          const names = [`address ${from}`, `user ${accounts.subjectOf(userName)}`];
          const seconds = attempts.wait(names);
          if (seconds > 0) {
            return {
              ...failure('rate_limited', `too many wrong keys: try again in ${seconds} s`),
              retryAfter: seconds,
            };
          }
          const identified = await accounts.authenticate(userName, apiKey);
          if (!identified.ok) {
            attempts.failed(names);
            return identified;
          }
          return success({ body: tokens.issue(identified.value) });
        }),
    }),
  ];
}
