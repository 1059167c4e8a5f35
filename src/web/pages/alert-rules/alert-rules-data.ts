import { useComputed } from '@preact/signals';
import type { AlertRule } from '../../../schema/alert-rules/alert-rule.js';
import type { Group } from '../../../schema/devices/group.js';
import type { Zone } from '../../../schema/zones/zone.js';
import type { Api, ApiResult } from '../../api/client.js';
import { useFetch, type FetchState } from '../../api/use-fetch.js';
import { useApp } from '../../app-context.js';
import { useZones } from '../../zones/use-zones.js';

export const ALERT_RULES_PATH = '/api/alertRules';

/** What an alert rule can name besides devices. */
export type AlertRuleContext = { readonly groups: readonly Group[]; readonly zones: readonly Zone[] };

export async function readAlertRules(api: Pick<Api, 'get'>): Promise<ApiResult<readonly AlertRule[]>> {
  const read = await api.get<{ alertRules: AlertRule[] }>(ALERT_RULES_PATH);
  return read.ok ? { ok: true, value: read.value.alertRules } : read;
}

export async function readAlertRule(api: Pick<Api, 'get'>, path: string): Promise<ApiResult<AlertRule>> {
  const read = await api.get<{ alertRule: AlertRule }>(path);
  return read.ok ? { ok: true, value: read.value.alertRule } : read;
}

/** What `read` finds, with everything that a rule can name; zones that are drawn meanwhile appear. */
export function useWithContext<T>(
  read: () => Promise<ApiResult<T>>,
  dependencies: readonly unknown[],
): FetchState<AlertRuleContext & { readonly found: T }> {
  const { api, zoneStore } = useApp();
  useZones();
  const { result, busy, reload } = useFetch(async () => {
    const [found, groups] = await Promise.all([read(), api.get<{ groups: Group[] }>('/api/groups')]);
    if (!found.ok) return found;
    return groups.ok ? ({ ok: true, value: { found: found.value, groups: groups.value.groups } } as const) : groups;
  }, dependencies);
  return {
    busy,
    reload() {
      zoneStore.reload();
      reload();
    },
    result: useComputed(() => {
      const fetched = result.value;
      if (fetched?.ok !== true) return fetched;
      if (!zoneStore.loaded.value) return zoneStore.failure.value;
      return { ok: true, value: { ...fetched.value, zones: zoneStore.zones.value } } as const;
    }),
  };
}
