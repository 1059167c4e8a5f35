import type { AlertRule } from '../../schema/alert-rules/alert-rule.js';
import type { Group } from '../../schema/devices/group.js';

/** Ids of the zones that the rule names. */
export const namedZones = (rule: AlertRule): readonly string[] => ('zones' in rule ? (rule.zones ?? []) : []);

/** Ids of the devices that the rule names, and of those in its groups now. */
export const namedDevices = (
  { devices, groups }: Pick<AlertRule, 'devices' | 'groups'>,
  allGroups: ReadonlyMap<string, Group>,
): ReadonlySet<string> => new Set([...devices, ...groups.flatMap((id) => allGroups.get(id)?.devices ?? [])]);

type Ids = ReadonlySet<string>;

/**
 * The rule without what was removed; the same object if it names nothing of it. Without any of its zones a rule would mean
 * something else, so it keeps their ids and is disabled.
 */
export function withoutRemoved(
  rule: AlertRule,
  removed: { readonly devices: Ids; readonly groups: Ids; readonly zones: Ids },
): AlertRule {
  const devices = rule.devices.filter((id) => !removed.devices.has(id));
  const groups = rule.groups.filter((id) => !removed.groups.has(id));
  const named = namedZones(rule);
  const zones = named.filter((id) => !removed.zones.has(id));
  const isSameScope = devices.length === rule.devices.length && groups.length === rule.groups.length;
  if (isSameScope && zones.length === named.length) return rule;
  const scope = { devices, groups };
  if (zones.length === 0 && named.length > 0) return { ...rule, ...scope, enabled: false };
  return 'zones' in rule ? { ...rule, ...scope, zones } : { ...rule, ...scope };
}
