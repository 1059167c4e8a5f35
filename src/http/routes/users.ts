import { success } from '../../errors.js';
import { USER_FIXED_FIELDS, userSchema, validateUserInput } from '../../schema/accounts/user.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import { emptyShape, respondDone } from '../responses.js';
import { route, type Route } from '../route.js';

/** Calls for a single user require no privilege: users may read and change their own account. The service decides. */
export const userRoutes = ({ users }: Pick<Services, 'users'>): Route[] => [
  ...crudRoutes({
    path: '/api/users',
    noun: 'user',
    schema: userSchema,
    input: validateUserInput,
    readOnlyFields: USER_FIXED_FIELDS,
    access: { list: 'users:write', create: 'users:write', get: 'user', change: 'user', remove: 'users:write' },
    summaries: {
      list: "Lists the users within the user's own scope",
      create: 'Creates a user; sign-in requires an API key',
      get: 'Gets a user; the own account requires no privilege',
      replace: 'Replaces a user; fields left out return to their defaults, except the password',
      patch: 'Changes fields of a user, by JSON Patch or Merge Patch',
      remove: 'Deletes a user; their tokens become invalid',
    },
    service: users,
  }),
  route({
    method: 'post',
    path: '/api/users/:userId/apiKey',
    summary: 'Creates an API key, shown only once; the previous key and its tokens become invalid',
    access: 'user',
    responses: { 201: { required: { apiKey: { type: 'string' } } } },
    async handle({ params: { userId = '' } }, user) {
      const apiKey = await users.issueKey(user, userId);
      return apiKey.ok ? success({ status: 201, body: { apiKey: apiKey.value } }) : apiKey;
    },
  }),
  route({
    method: 'delete',
    path: '/api/users/:userId/apiKey',
    summary: 'Revokes the API key; its tokens become invalid',
    access: 'user',
    responses: { 200: emptyShape },
    handle: async ({ params: { userId = '' } }, user) => respondDone(await users.revokeKey(user, userId)),
  }),
];
