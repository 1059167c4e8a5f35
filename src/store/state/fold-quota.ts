import type { Entry } from '../../schema/entry.js';
import type { State } from './state.js';

/** The fold of who granted users their quota of devices. */

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

export function onQuotaGranted({ users, quotaGrants }: State, { v }: EntryOf<'quota-granted'>): void {
  if (v.by !== null && v.by !== v.userId && users.has(v.userId) && users.has(v.by)) quotaGrants.set(v.userId, v.by);
  else quotaGrants.delete(v.userId);
}

/**
 * What a removed user registered and granted counts for the user who granted their quota: else removing users would
 * free a quota that is still in use.
 */
export function passOnQuota({ quotaGrants, devices }: State, userId: string): void {
  const by = quotaGrants.get(userId);
  quotaGrants.delete(userId);
  for (const [grantee, grantor] of quotaGrants) {
    if (grantor !== userId) continue;
    if (by === undefined || by === grantee) quotaGrants.delete(grantee);
    else quotaGrants.set(grantee, by);
  }
  if (by === undefined) return;
  for (const [id, device] of devices)
    if (device.registeredBy === userId) devices.set(id, { ...device, registeredBy: by });
}
