import type { Group } from '../../../schema/devices/group.js';
import type { WebhookView } from '../../../schema/messages/webhook.js';
import type { NotificationRule } from '../../../schema/messages/notification-rule.js';
import type { ApiResult, Api } from '../../api/client.js';
import type { HealthView } from '../../api/health.js';
import type { ChannelView } from './warnings.js';

/** What a rule can name, and the configured channels; `channels` is undefined if they cannot be read. */
export type RuleContext = {
  readonly groups: readonly Group[];
  readonly channels: readonly ChannelView[] | undefined;
  /** empty also if they cannot be read */
  readonly webhooks: readonly WebhookView[];
};
export type RulesData = RuleContext & { readonly rules: readonly NotificationRule[] };

async function readRuleContext(api: Pick<Api, 'get'>): Promise<ApiResult<RuleContext>> {
  const [groups, health, webhooks] = await Promise.all([
    api.get<{ groups: Group[] }>('/api/groups'),
    api.get<HealthView>('/api/health'),
    api.get<{ webhooks: WebhookView[] }>('/api/webhooks'),
  ]);
  if (!groups.ok) return groups;
  // The rules are useful without the state of the channels.
  const channels = health.ok ? health.value.outbox?.channels : undefined;
  return {
    ok: true,
    value: { groups: groups.value.groups, channels, webhooks: webhooks.ok ? webhooks.value.webhooks : [] },
  };
}

export async function readRules(api: Pick<Api, 'get'>): Promise<ApiResult<RulesData>> {
  const [listed, context] = await Promise.all([
    api.get<{ notifications: NotificationRule[] }>('/api/notifications'),
    readRuleContext(api),
  ]);
  if (!listed.ok) return listed;
  return context.ok ? { ok: true, value: { ...context.value, rules: listed.value.notifications } } : context;
}

/** `path`: of the rule */
export async function readRule(
  api: Pick<Api, 'get'>,
  path: string,
): Promise<ApiResult<RuleContext & { readonly rule: NotificationRule }>> {
  const [found, context] = await Promise.all([api.get<{ notification: NotificationRule }>(path), readRuleContext(api)]);
  if (!found.ok) return found;
  return context.ok ? { ok: true, value: { ...context.value, rule: found.value.notification } } : context;
}
