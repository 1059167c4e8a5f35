import type { Group } from '../../../schema/devices/group.js';

/** Numbers of devices: active ones take a license each, expired ones take none. */
export type LicenseUsage = { readonly active: number; readonly expired: number };
export type GroupLicenseUsage = LicenseUsage & { readonly id: string; readonly name: string };

/** Counts by group, and for devices without a group; groups without a visible device are omitted. */
export function licenseUsageOf(
  isExpired: ReadonlyMap<string, boolean>,
  groups: readonly Pick<Group, 'id' | 'name' | 'devices'>[],
): { readonly groups: readonly GroupLicenseUsage[]; readonly others: LicenseUsage } {
  const count = (ids: readonly string[]): LicenseUsage => ({
    active: ids.filter((id) => isExpired.get(id) === false).length,
    expired: ids.filter((id) => isExpired.get(id) === true).length,
  });
  const grouped = new Set(groups.flatMap(({ devices }) => devices));
  return {
    groups: groups
      .map(({ id, name, devices }) => ({ id, name, ...count(devices) }))
      .filter(({ active, expired }) => active + expired > 0)
      .sort((a, b) => b.active - a.active || a.name.localeCompare(b.name)),
    others: count([...isExpired.keys()].filter((id) => !grouped.has(id))),
  };
}
