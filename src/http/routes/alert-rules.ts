import {
  ALERT_RULE_FIXED_FIELDS,
  alertRuleSchema,
  validateAlertRuleInput,
  validateUnnamedRuleInput,
} from '../../schema/alert-rules/alert-rule.js';
import { rulePreviewSchema } from '../../schema/alert-rules/rule-preview.js';
import type { Services } from '../../services/index.js';
import { crudRoutes } from '../crud.js';
import { respondWith } from '../responses.js';
import { route, type Route } from '../route.js';

export const alertRuleRoutes = ({
  alertRules,
  rulePreviews,
}: Pick<Services, 'alertRules' | 'rulePreviews'>): Route[] => [
  route({
    method: 'post',
    path: '/api/alertRules/preview',
    summary: 'Counts the alerts that a rule would have raised in the last 7 days; stores nothing',
    access: 'messages',
    body: validateUnnamedRuleInput,
    turn: () => 'preview',
    errors: ['rate_limited'],
    responses: { 200: { required: { preview: rulePreviewSchema } } },
    handle: async ({ body, isGone }, user) => respondWith('preview', await rulePreviews.preview(user, body, isGone)),
  }),
  ...crudRoutes({
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
  }),
];
