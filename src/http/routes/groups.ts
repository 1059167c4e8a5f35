import { success } from '../../errors.js';
import { GROUP_FIXED_FIELDS, groupSchema, validateGroupInput } from '../../schema/devices/group.js';
import { validatePatch } from '../../schema/patch.js';
import { patchWith, replaceWith } from '../../services/edit.js';
import type { Groups } from '../../services/groups.js';
import { respondWithEntity, respondDone, arrayOf, entityShape, emptyShape } from '../responses.js';
import { route, type Route } from '../route.js';

const shape = entityShape('group', groupSchema);

export const groupRoutes = ({ groups }: { readonly groups: Groups }): Route[] => [
  route({
    method: 'get',
    path: '/api/groups',
    summary: 'The groups the user may see',
    access: 'user',
    responses: { 200: { required: { groups: arrayOf(groupSchema) } } },
    handle: (_request, user) => success({ body: { groups: groups.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/groups',
    summary: 'Makes a group',
    access: 'groups:write',
    body: validateGroupInput,
    responses: { 201: shape },
    handle: async ({ body }, user) => respondWithEntity('group', await groups.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/groups/:groupId',
    summary: 'One group',
    access: 'user',
    responses: { 200: shape },
    handle: ({ params: { groupId = '' } }, user) => respondWithEntity('group', groups.get(user, groupId)),
  }),
  route({
    method: 'put',
    path: '/api/groups/:groupId',
    summary: 'Replaces a group: what is left out returns to its default',
    access: 'groups:write',
    body: validateGroupInput,
    responses: { 200: shape },
    handle: async ({ params: { groupId = '' }, body }, user) =>
      respondWithEntity('group', await groups.change(user, groupId, replaceWith(body))),
  }),
  route({
    method: 'patch',
    path: '/api/groups/:groupId',
    summary: 'Changes parts of a group, by JSON Patch or Merge Patch',
    access: 'groups:write',
    body: validatePatch,
    responses: { 200: shape },
    handle: async ({ params: { groupId = '' }, body }, user) =>
      respondWithEntity(
        'group',
        await groups.change(user, groupId, patchWith(body, validateGroupInput, GROUP_FIXED_FIELDS)),
      ),
  }),
  route({
    method: 'delete',
    path: '/api/groups/:groupId',
    summary: 'Removes a group; its devices stay',
    access: 'groups:write',
    responses: { 200: emptyShape },
    handle: async ({ params: { groupId = '' } }, user) => respondDone(await groups.remove(user, groupId)),
  }),
];
