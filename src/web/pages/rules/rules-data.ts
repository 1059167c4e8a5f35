import type { Group } from '../../../schema/group.js';
import type { Notification } from '../../../schema/notification.js';
import type { Answer, Api } from '../../api/client.js';
import type { HealthView } from '../../api/health.js';
import type { ChannelView } from './warnings.js';

/** What a rule can name, and the ways out; undefined where those could not be asked. */
export type Surroundings = { readonly groups: readonly Group[]; readonly channels: readonly ChannelView[] | undefined };
export type RulesData = Surroundings & { readonly rules: readonly Notification[] };

async function readSurroundings(api: Pick<Api, 'get'>): Promise<Answer<Surroundings>> {
  const [groups, health] = await Promise.all([
    api.get<{ groups: Group[] }>('/api/groups'),
    api.get<HealthView>('/api/health'),
  ]);
  if (!groups.ok) return groups;
  // A page of rules is of use without it.
  const channels = health.ok ? health.value.outbox?.channels : undefined;
  return { ok: true, value: { groups: groups.value.groups, channels } };
}

export async function readRules(api: Pick<Api, 'get'>): Promise<Answer<RulesData>> {
  const [listed, around] = await Promise.all([
    api.get<{ notifications: Notification[] }>('/api/notifications'),
    readSurroundings(api),
  ]);
  if (!listed.ok) return listed;
  return around.ok ? { ok: true, value: { ...around.value, rules: listed.value.notifications } } : around;
}

/** `path` is that of the rule. */
export async function readRule(
  api: Pick<Api, 'get'>,
  path: string,
): Promise<Answer<Surroundings & { readonly rule: Notification }>> {
  const [found, around] = await Promise.all([api.get<{ notification: Notification }>(path), readSurroundings(api)]);
  if (!found.ok) return found;
  return around.ok ? { ok: true, value: { ...around.value, rule: found.value.notification } } : around;
}
