import type { Group } from '../../../schema/group.js';

/** How many of some devices take a licence, and how many are expired and take none. */
export type Takers = { readonly take: number; readonly takeNone: number };
export type GroupTakers = Takers & { readonly id: string; readonly name: string };

/** Of each group, and of those that are in none; groups without a device that is in sight are left out. */
export function takersOf(
  isExpired: ReadonlyMap<string, boolean>,
  groups: readonly Pick<Group, 'id' | 'name' | 'devices'>[],
): { readonly groups: readonly GroupTakers[]; readonly others: Takers } {
  const count = (ids: readonly string[]): Takers => ({
    take: ids.filter((id) => isExpired.get(id) === false).length,
    takeNone: ids.filter((id) => isExpired.get(id) === true).length,
  });
  const grouped = new Set(groups.flatMap(({ devices }) => devices));
  return {
    groups: groups
      .map(({ id, name, devices }) => ({ id, name, ...count(devices) }))
      .filter(({ take, takeNone }) => take + takeNone > 0)
      .sort((a, b) => b.take - a.take || a.name.localeCompare(b.name)),
    others: count([...isExpired.keys()].filter((id) => !grouped.has(id))),
  };
}
