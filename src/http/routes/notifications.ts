import { success } from '../../errors.js';
import { notificationFixedFields, notificationSchema, validateNotificationInput } from '../../schema/notification.js';
import { validatePatch } from '../../schema/patch.js';
import { patchBy, replaceBy } from '../../services/edit.js';
import type { Notifications } from '../../services/notifications.js';
import { answerBoth, answerDone, listOf, shapeOfBoth, shapeOfDone } from '../answer.js';
import { route, type Route } from '../route.js';

const shape = shapeOfBoth('notification', notificationSchema);

export const notificationRoutes = ({ notifications }: { readonly notifications: Notifications }): Route[] => [
  route({
    method: 'get',
    path: '/api/notifications',
    summary: 'The rules that say whom alerts are told; none for a user who is bound',
    access: 'messages',
    answers: { 200: { required: { notifications: listOf(notificationSchema) } } },
    handle: (_request, user) => success({ body: { notifications: notifications.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/notifications',
    summary: 'Makes a rule',
    access: 'messages',
    body: validateNotificationInput,
    answers: { 201: shape },
    handle: async ({ body }, user) => answerBoth('notification', await notifications.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/notifications/:notificationId',
    summary: 'One rule',
    access: 'messages',
    answers: { 200: shape },
    handle: ({ params: { notificationId = '' } }, user) =>
      answerBoth('notification', notifications.get(user, notificationId)),
  }),
  route({
    method: 'put',
    path: '/api/notifications/:notificationId',
    summary: 'Replaces a rule: what is left out returns to its default',
    access: 'messages',
    body: validateNotificationInput,
    answers: { 200: shape },
    handle: async ({ params: { notificationId = '' }, body }, user) =>
      answerBoth('notification', await notifications.change(user, notificationId, replaceBy(body))),
  }),
  route({
    method: 'patch',
    path: '/api/notifications/:notificationId',
    summary: 'Changes parts of a rule, by JSON Patch or Merge Patch',
    access: 'messages',
    body: validatePatch,
    answers: { 200: shape },
    handle: async ({ params: { notificationId = '' }, body }, user) => {
      const edit = patchBy(body, validateNotificationInput, notificationFixedFields);
      return answerBoth('notification', await notifications.change(user, notificationId, edit));
    },
  }),
  route({
    method: 'delete',
    path: '/api/notifications/:notificationId',
    summary: 'Removes a rule; what it has brought into the outbox stays there',
    access: 'messages',
    answers: { 200: shapeOfDone },
    handle: async ({ params: { notificationId = '' } }, user) =>
      answerDone(await notifications.remove(user, notificationId)),
  }),
];
