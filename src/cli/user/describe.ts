import type { Group } from '../../schema/devices/group.js';
import type { UserView } from '../../schema/accounts/user.js';
import { tableLines } from '../terminal/table.js';

const HEADINGS = ['USER', 'EMAIL', 'PRIVILEGES', 'SEES', 'ACCOUNT', 'LAST LOGIN'] as const;

type GroupNames = readonly Pick<Group, 'id' | 'name'>[];

/** `now`: ms since 1970. */
export function describeUsers(users: readonly UserView[], groups: GroupNames, now: number): string {
  const rows = users.map((user) => [
    user.name,
    user.email,
    user.privileges.length === 0 ? 'read only' : user.privileges.join(', '),
    scopeOf(user, groups),
    accountOf(user, now),
    user.lastLogin ?? 'never',
  ]);
  return [...tableLines(HEADINGS, rows, { cut: ['EMAIL', 'PRIVILEGES', 'SEES'] }), ''].join('\n');
}

function scopeOf({ group, deviceId }: UserView, groups: GroupNames): string {
  if (deviceId !== null) return `device ${deviceId}`;
  if (group === null) return 'all';
  return `group ${groups.find(({ id }) => id === group)?.name ?? group}`;
}

function accountOf({ disabled, from, expires }: UserView, now: number): string {
  if (disabled) return 'disabled';
  if (expires !== null && Date.parse(expires) <= now) return `expired ${expires}`;
  const parts = [...(from === null ? [] : [`from ${from}`]), ...(expires === null ? [] : [`until ${expires}`])];
  return parts.length === 0 ? 'valid' : parts.join(' ');
}
