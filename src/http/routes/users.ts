import { success } from '../../errors.js';
import { validatePatch } from '../../schema/patch.js';
import { USER_FIXED_FIELDS, userSchema, validateUserInput } from '../../schema/accounts/user.js';
import { patchWith, replaceWith } from '../../services/edit.js';
import type { Users } from '../../services/accounts/users.js';
import { respondWithEntity, respondDone, arrayOf, entityShape, emptyShape } from '../responses.js';
import { route, type Route } from '../route.js';

const shape = entityShape('user', userSchema);

/** Rows for one's own record take no privilege: what is done to it is decided where the record is known. */
export const userRoutes = ({ users }: { readonly users: Users }): Route[] => [
  route({
    method: 'get',
    path: '/api/users',
    summary: 'The users within the own scope',
    access: 'users:write',
    responses: { 200: { required: { users: arrayOf(userSchema) } } },
    handle: (_request, user) => success({ body: { users: users.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/users',
    summary: 'Makes a user; he signs in once he has an API key',
    access: 'users:write',
    body: validateUserInput,
    responses: { 201: shape },
    handle: async ({ body }, user) => respondWithEntity('user', await users.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/users/:userId',
    summary: 'One user; oneself without any privilege',
    access: 'user',
    responses: { 200: shape },
    handle: ({ params: { userId = '' } }, user) => respondWithEntity('user', users.get(user, userId)),
  }),
  route({
    method: 'put',
    path: '/api/users/:userId',
    summary: 'Replaces a user: what is left out returns to its default, but for the password',
    access: 'user',
    body: validateUserInput,
    responses: { 200: shape },
    handle: async ({ params: { userId = '' }, body }, user) =>
      respondWithEntity('user', await users.change(user, userId, replaceWith(body))),
  }),
  route({
    method: 'patch',
    path: '/api/users/:userId',
    summary: 'Changes parts of a user, by JSON Patch or Merge Patch',
    access: 'user',
    body: validatePatch,
    responses: { 200: shape },
    handle: async ({ params: { userId = '' }, body }, user) =>
      respondWithEntity(
        'user',
        await users.change(user, userId, patchWith(body, validateUserInput, USER_FIXED_FIELDS)),
      ),
  }),
  route({
    method: 'delete',
    path: '/api/users/:userId',
    summary: 'Removes a user; his tokens end',
    access: 'users:write',
    responses: { 200: emptyShape },
    handle: async ({ params: { userId = '' } }, user) => respondDone(await users.remove(user, userId)),
  }),
  route({
    method: 'post',
    path: '/api/users/:userId/apiKey',
    summary: 'Gives out a new API key, shown this once; the former one and its tokens end',
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
    summary: 'Revokes the API key; its tokens end',
    access: 'user',
    responses: { 200: emptyShape },
    handle: async ({ params: { userId = '' } }, user) => respondDone(await users.revokeKey(user, userId)),
  }),
];
