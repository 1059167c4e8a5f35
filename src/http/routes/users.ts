import { success } from '../../errors.js';
import { accessKeySchema, validateAccessKeyInput } from '../../schema/accounts/access-key.js';
import { sessionSchema } from '../../schema/accounts/session.js';
import { validateSignOut } from '../../schema/accounts/sign-out.js';
import {
  USER_FIXED_FIELDS,
  userSchema,
  validatePasswordChange,
  validateUserInput,
} from '../../schema/accounts/user.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import { arrayOf, emptyShape, linkBody, linkShape, respondDone, respondWith } from '../responses.js';
import { route, type Route } from '../route.js';
import type { Tokens } from '../tokens.js';

/** Calls for a single user require no privilege: users may read and change their own account. The service decides. */
export const userRoutes = (services: UserServices): Route[] => [
  ...accountRoutes(services),
  ...secretRoutes(services),
  ...accessKeyRoutes(services),
  ...sessionRoutes(services),
];

type UserServices = Pick<Services, 'users' | 'accessKeys' | 'sessions' | 'userLinks'> & {
  readonly tokens: Pick<Tokens, 'end'>;
};

const accountRoutes = ({ users }: UserServices): Route[] => [
  ...crudRoutes({
    path: '/api/users',
    noun: 'user',
    schema: userSchema,
    input: validateUserInput,
    readOnlyFields: USER_FIXED_FIELDS,
    access: { list: 'users:write', create: 'users:write', get: 'user', change: 'user', remove: 'users:write' },
    summaries: {
      list: "Lists the users within the user's own scope",
      create: 'Creates a user; sign-in requires a password or an API key',
      get: 'Gets a user; the own account requires no privilege',
      replace: 'Replaces a user; fields left out return to their defaults, except the password',
      patch: 'Changes fields of a user, by JSON Patch or Merge Patch',
      remove: 'Deletes a user; their tokens become invalid',
    },
    service: users,
  }),
];

const secretRoutes = ({ users, userLinks }: UserServices): Route[] => [
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
  route({
    method: 'put',
    path: '/api/users/:userId/password',
    summary: "Sets the password; the user's tokens and sessions end",
    access: 'user',
    body: validatePasswordChange,
    responses: { 200: emptyShape },
    handle: async ({ params: { userId = '' }, body }, user) => respondDone(await users.setPassword(user, userId, body)),
  }),
  route({
    method: 'post',
    path: '/api/users/:userId/link',
    summary: 'Creates a link that signs the user in once, within 30 minutes; the previous one ends',
    access: 'user',
    responses: { 201: linkShape },
    async handle({ params: { userId = '' } }, user) {
      const created = await userLinks.create(user, userId);
      return created.ok ? success({ status: 201, body: linkBody(created.value) }) : created;
    },
  }),
];

const accessKeyRoutes = ({ accessKeys }: UserServices): Route[] => [
  route({
    method: 'get',
    path: '/api/users/:userId/keys',
    summary: 'Lists the access keys of a user, oldest first',
    access: 'user',
    responses: { 200: { required: { accessKeys: arrayOf(accessKeySchema) } } },
    handle: ({ params: { userId = '' } }, user) => respondWith('accessKeys', accessKeys.list(user, userId)),
  }),
  route({
    method: 'post',
    path: '/api/users/:userId/keys',
    summary: 'Creates an access key, shown only once: a named API key with rights and an end of its own',
    access: 'user',
    body: validateAccessKeyInput,
    responses: {
      201: {
        required: { accessKey: accessKeySchema, key: { type: 'string', description: 'for Authorization: Bearer' } },
      },
    },
    async handle({ params: { userId = '' }, body }, user) {
      const created = await accessKeys.create(user, userId, body);
      return created.ok ? success({ status: 201, body: created.value }) : created;
    },
  }),
  route({
    method: 'delete',
    path: '/api/users/:userId/keys/:keyId',
    summary: 'Revokes an access key; its tokens and streams end at once',
    access: 'user',
    responses: { 200: emptyShape },
    handle: async ({ params: { userId = '', keyId = '' } }, user) =>
      respondDone(await accessKeys.remove(user, userId, keyId)),
  }),
];

const sessionRoutes = ({ sessions, tokens }: UserServices): Route[] => [
  route({
    method: 'get',
    path: '/api/users/:userId/sessions',
    summary: 'Lists the sessions of a user: sign-ins with remember, or by a link; newest first',
    access: 'user',
    responses: { 200: { required: { sessions: arrayOf(sessionSchema) } } },
    handle: ({ params: { userId = '' }, claims }, user) =>
      respondWith('sessions', sessions.list(user, userId, claims?.grant)),
  }),
  route({
    method: 'delete',
    path: '/api/users/:userId/sessions',
    summary: 'Signs a user out everywhere: every token, session, link and ticket ends',
    access: 'user',
    query: validateSignOut,
    responses: { 200: emptyShape },
    handle: async ({ params: { userId = '' }, query: { keys = false } }, user) =>
      respondDone(await sessions.signOut(user, userId, keys)),
  }),
  route({
    method: 'delete',
    path: '/api/users/:userId/sessions/:sessionId',
    summary: 'Ends a session; `current` is the session of the token, or else the token',
    access: 'user',
    responses: { 200: emptyShape },
    async handle({ params: { userId = '', sessionId = '' }, claims }, user) {
      if (sessionId !== 'current' || claims?.subject !== userId)
        return respondDone(await sessions.end(user, userId, sessionId));
      const isToken = tokens.end(claims);
      const ended = await sessions.end(user, userId, claims.grant);
      return respondDone(isToken ? success(undefined) : ended);
    },
  }),
];
