import {
  NOTIFICATION_RULE_FIXED_FIELDS,
  notificationRuleSchema,
  validateNotificationRuleInput,
} from '../../schema/messages/notification-rule.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import type { Route } from '../route.js';

export const notificationRoutes = ({ notificationRules }: Pick<Services, 'notificationRules'>): Route[] =>
  crudRoutes({
    path: '/api/notifications',
    noun: 'notification',
    schema: notificationRuleSchema,
    input: validateNotificationRuleInput,
    readOnlyFields: NOTIFICATION_RULE_FIXED_FIELDS,
    access: {
      list: 'messages',
      get: 'messages',
      create: 'messages',
      change: 'messages',
      remove: 'messages',
    },
    summaries: {
      list: 'Lists the notification rules; none for restricted users',
      create: 'Creates a rule',
      get: 'Gets a rule',
      replace: 'Replaces a rule; fields left out return to their defaults',
      patch: 'Changes fields of a rule, by JSON Patch or Merge Patch',
      remove: 'Deletes a rule; messages that it has queued stay queued',
    },
    service: notificationRules,
  });
