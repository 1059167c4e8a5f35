import {
  ALERT_RULE_FIXED_FIELDS,
  alertRuleSchema,
  validateAlertRuleInput,
} from '../../schema/alert-rules/alert-rule.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import type { Route } from '../route.js';

export const alertRuleRoutes = ({ alertRules }: Pick<Services, 'alertRules'>): Route[] =>
  crudRoutes({
    path: '/api/alertRules',
    noun: 'alertRule',
    schema: alertRuleSchema,
    input: validateAlertRuleInput,
    readOnlyFields: ALERT_RULE_FIXED_FIELDS,
    access: { list: 'messages', get: 'messages', create: 'messages', change: 'messages', remove: 'messages' },
    summaries: {
      list: 'Lists the alert rules; none for restricted users',
      create: 'Creates an alert rule',
      get: 'Gets an alert rule',
      replace: 'Replaces an alert rule; fields left out return to their defaults',
      patch: 'Changes fields of an alert rule, by JSON Patch or Merge Patch',
      remove: 'Deletes an alert rule; its alerts stay',
    },
    service: alertRules,
  });
