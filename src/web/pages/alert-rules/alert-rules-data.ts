import type { AlertRule } from '../../../schema/alert-rules/alert-rule.js';
import type { Group } from '../../../schema/devices/group.js';
import type { Zone } from '../../../schema/zones/zone.js';
import type { Api, ApiResult } from '../../api/client.js';

export const ALERT_RULES_PATH = '/api/alertRules';

/** What an alert rule can name besides devices. */
export type AlertRuleContext = { readonly groups: readonly Group[]; readonly zones: readonly Zone[] };

export async function readRuleContext(api: Pick<Api, 'get'>): Promise<ApiResult<AlertRuleContext>> {
  const [groups, zones] = await Promise.all([
    api.get<{ groups: Group[] }>('/api/groups'),
    api.get<{ zones: Zone[] }>('/api/zones'),
  ]);
  if (!groups.ok) return groups;
  return zones.ok ? { ok: true, value: { groups: groups.value.groups, zones: zones.value.zones } } : zones;
}

export async function readAlertRules(api: Pick<Api, 'get'>): Promise<ApiResult<readonly AlertRule[]>> {
  const read = await api.get<{ alertRules: AlertRule[] }>(ALERT_RULES_PATH);
  return read.ok ? { ok: true, value: read.value.alertRules } : read;
}

export async function readAlertRule(api: Pick<Api, 'get'>, path: string): Promise<ApiResult<AlertRule>> {
  const read = await api.get<{ alertRule: AlertRule }>(path);
  return read.ok ? { ok: true, value: read.value.alertRule } : read;
}

/** Both, or the failure of the first that failed. */
export async function withContext<T>(
  api: Pick<Api, 'get'>,
  reading: Promise<ApiResult<T>>,
): Promise<ApiResult<AlertRuleContext & { readonly found: T }>> {
  const [found, context] = await Promise.all([reading, readRuleContext(api)]);
  if (!found.ok) return found;
  return context.ok ? { ok: true, value: { ...context.value, found: found.value } } : context;
}
