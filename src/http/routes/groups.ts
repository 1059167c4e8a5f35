import { success } from '../../errors.js';
import { groupFixedFields, groupSchema, validateGroupInput } from '../../schema/group.js';
import { validatePatch } from '../../schema/patch.js';
import { patchBy, replaceBy } from '../../services/edit.js';
import type { Groups } from '../../services/groups.js';
import { answerBoth, answerDone, listOf, shapeOfBoth, shapeOfDone } from '../answer.js';
import { route, type Route } from '../route.js';

const shape = shapeOfBoth('group', groupSchema);

export const groupRoutes = ({ groups }: { readonly groups: Groups }): Route[] => [
  route({
    method: 'get',
    path: '/api/groups',
    summary: 'The groups the user may see',
    access: 'user',
    answers: { 200: { required: { groups: listOf(groupSchema) } } },
    handle: (_request, user) => success({ body: { groups: groups.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/groups',
    summary: 'Makes a group',
    access: 'groups:write',
    body: validateGroupInput,
    answers: { 201: shape },
    handle: async ({ body }, user) => answerBoth('group', await groups.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/groups/:groupId',
    summary: 'One group',
    access: 'user',
    answers: { 200: shape },
    handle: ({ params: { groupId = '' } }, user) => answerBoth('group', groups.get(user, groupId)),
  }),
  route({
    method: 'put',
    path: '/api/groups/:groupId',
    summary: 'Replaces a group: what is left out returns to its default',
    access: 'groups:write',
    body: validateGroupInput,
    answers: { 200: shape },
    handle: async ({ params: { groupId = '' }, body }, user) =>
      answerBoth('group', await groups.change(user, groupId, replaceBy(body))),
  }),
  route({
    method: 'patch',
    path: '/api/groups/:groupId',
    summary: 'Changes parts of a group, by JSON Patch or Merge Patch',
    access: 'groups:write',
    body: validatePatch,
    answers: { 200: shape },
    handle: async ({ params: { groupId = '' }, body }, user) =>
      answerBoth('group', await groups.change(user, groupId, patchBy(body, validateGroupInput, groupFixedFields))),
  }),
  route({
    method: 'delete',
    path: '/api/groups/:groupId',
    summary: 'Removes a group; its devices stay',
    access: 'groups:write',
    answers: { 200: shapeOfDone },
    handle: async ({ params: { groupId = '' } }, user) => answerDone(await groups.remove(user, groupId)),
  }),
];
