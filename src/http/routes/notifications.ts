import { success } from '../../errors.js';
import {
  NOTIFICATION_RULE_FIXED_FIELDS,
  notificationRuleSchema,
  validateNotificationRuleInput,
} from '../../schema/messages/notification-rule.js';
import { validatePatch } from '../../schema/patch.js';
import { patchWith, replaceWith } from '../../services/edit.js';
import type { NotificationRules } from '../../services/notification-rules.js';
import { respondWithEntity, respondDone, arrayOf, entityShape, emptyShape } from '../responses.js';
import { route, type Route } from '../route.js';

const shape = entityShape('notification', notificationRuleSchema);

export const notificationRoutes = ({ notifications }: { readonly notifications: NotificationRules }): Route[] => [
  route({
    method: 'get',
    path: '/api/notifications',
    summary: 'The rules that say whom alerts are told; none for a user who is bound',
    access: 'messages',
    responses: { 200: { required: { notifications: arrayOf(notificationRuleSchema) } } },
    handle: (_request, user) => success({ body: { notifications: notifications.list(user) } }),
  }),
  route({
    method: 'post',
    path: '/api/notifications',
    summary: 'Makes a rule',
    access: 'messages',
    body: validateNotificationRuleInput,
    responses: { 201: shape },
    handle: async ({ body }, user) => respondWithEntity('notification', await notifications.create(user, body), 201),
  }),
  route({
    method: 'get',
    path: '/api/notifications/:notificationId',
    summary: 'One rule',
    access: 'messages',
    responses: { 200: shape },
    handle: ({ params: { notificationId = '' } }, user) =>
      respondWithEntity('notification', notifications.get(user, notificationId)),
  }),
  route({
    method: 'put',
    path: '/api/notifications/:notificationId',
    summary: 'Replaces a rule: what is left out returns to its default',
    access: 'messages',
    body: validateNotificationRuleInput,
    responses: { 200: shape },
    handle: async ({ params: { notificationId = '' }, body }, user) =>
      respondWithEntity('notification', await notifications.change(user, notificationId, replaceWith(body))),
  }),
  route({
    method: 'patch',
    path: '/api/notifications/:notificationId',
    summary: 'Changes parts of a rule, by JSON Patch or Merge Patch',
    access: 'messages',
    body: validatePatch,
    responses: { 200: shape },
    handle: async ({ params: { notificationId = '' }, body }, user) => {
      const edit = patchWith(body, validateNotificationRuleInput, NOTIFICATION_RULE_FIXED_FIELDS);
      return respondWithEntity('notification', await notifications.change(user, notificationId, edit));
    },
  }),
  route({
    method: 'delete',
    path: '/api/notifications/:notificationId',
    summary: 'Removes a rule; what it has brought into the outbox stays there',
    access: 'messages',
    responses: { 200: emptyShape },
    handle: async ({ params: { notificationId = '' } }, user) =>
      respondDone(await notifications.remove(user, notificationId)),
  }),
];
