import { success } from '../../errors.js';
import { validatePatch } from '../../schema/patch.js';
import { userFixedFields, userSchema, validateUserInput } from '../../schema/user.js';
import { patchBy, replaceBy } from '../../services/edit.js';
import type { Users } from '../../services/users.js';
import { answerBoth, answerDone, listOf, shapeOfBoth, shapeOfDone } from '../answer.js';
import { route, type Route } from '../route.js';

const shape = shapeOfBoth('user', userSchema);

/** Rows for one's own record take no privilege: what is done to it is decided where the record is known. */
export const userRoutes = ({ users }: { readonly users: Users }): Route[] => [
  route({
    method: 'get',
    path: '/api/users',
    summary: 'The users within the own scope',
    access: 'users:write',
    answers: { 200: { required: { users: listOf(userSchema) } } },
    handle: (_request, user) => success({ body: { users: users.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/users',
    summary: 'Makes a user; he signs in once he has an API key',
    access: 'users:write',
    body: validateUserInput,
    answers: { 201: shape },
    handle: async ({ body }, user) => answerBoth('user', await users.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/users/:userId',
    summary: 'One user; oneself without any privilege',
    access: 'user',
    answers: { 200: shape },
    handle: ({ params: { userId = '' } }, user) => answerBoth('user', users.get(user, userId)),
  }),
  route({
    method: 'put',
    path: '/api/users/:userId',
    summary: 'Replaces a user: what is left out returns to its default, but for the password',
    access: 'user',
    body: validateUserInput,
    answers: { 200: shape },
    handle: async ({ params: { userId = '' }, body }, user) =>
      answerBoth('user', await users.change(user, userId, replaceBy(body))),
  }),
  route({
    method: 'patch',
    path: '/api/users/:userId',
    summary: 'Changes parts of a user, by JSON Patch or Merge Patch',
    access: 'user',
    body: validatePatch,
    answers: { 200: shape },
    handle: async ({ params: { userId = '' }, body }, user) =>
      answerBoth('user', await users.change(user, userId, patchBy(body, validateUserInput, userFixedFields))),
  }),
  route({
    method: 'delete',
    path: '/api/users/:userId',
    summary: 'Removes a user; his tokens end',
    access: 'users:write',
    answers: { 200: shapeOfDone },
    handle: async ({ params: { userId = '' } }, user) => answerDone(await users.remove(user, userId)),
  }),
  route({
    method: 'post',
    path: '/api/users/:userId/apiKey',
    summary: 'Gives out a new API key, shown this once; the former one and its tokens end',
    access: 'user',
    answers: { 201: { required: { apiKey: { type: 'string' } } } },
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
    answers: { 200: shapeOfDone },
    handle: async ({ params: { userId = '' } }, user) => answerDone(await users.revokeKey(user, userId)),
  }),
];
