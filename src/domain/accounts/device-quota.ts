import type { Failure } from '../../errors.js';
import { quotaErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import type { Device } from '../../schema/devices/device.js';

/**
 * How many devices users may register. Users with a quota share it out: what they grant to others is no longer theirs, so
 * the devices of all who have a part of a quota never exceed it.
 */

export type QuotaState = {
  readonly users: ReadonlyMap<string, Pick<User, 'adminDevices'>>;
  readonly devices: ReadonlyMap<string, Pick<Device, 'registeredBy'>>;
  /** by user id: the user out of whose quota this user's was granted */
  readonly quotaGrants: ReadonlyMap<string, string>;
};

/** What is taken of a user's quota, in devices. */
type QuotaUse = {
  readonly registered: number;
  /** by users to whom the quota was granted: what they may register, or have registered if that is more */
  readonly granted: number;
};

type Shares = {
  readonly useOf: (userId: string) => QuotaUse;
  /** what the quota of the user takes of that of the user who granted it */
  readonly taken: (userId: string) => number;
};

function createShares({ users, devices, quotaGrants }: QuotaState): Shares {
  const registered = new Map<string | null, number>();
  for (const { registeredBy } of devices.values())
    registered.set(registeredBy, (registered.get(registeredBy) ?? 0) + 1);
  const grantees = new Map<string, string[]>();
  for (const [userId, by] of quotaGrants) grantees.set(by, [...(grantees.get(by) ?? []), userId]);
  // No grants form a circle, but those of a tampered log must not hang the gateway.
  const counting = new Set<string>();

  function useOf(userId: string): QuotaUse {
    counting.add(userId);
    const others = (grantees.get(userId) ?? []).filter((id) => !counting.has(id));
    const granted = others.reduce((sum, id) => sum + taken(id), 0);
    counting.delete(userId);
    return { registered: registered.get(userId) ?? 0, granted };
  }

  function taken(userId: string): number {
    const use = useOf(userId);
    return Math.max(users.get(userId)?.adminDevices ?? 0, use.registered + use.granted);
  }

  return { useOf, taken };
}

/** Why the user may not register another device; undefined if they may. */
export function refuseRegistration(
  state: QuotaState,
  { id, adminDevices }: Pick<User, 'id' | 'adminDevices'>,
): Failure | undefined {
  if (adminDevices === null) return undefined;
  const { registered, granted } = createShares(state).useOf(id);
  if (registered + granted < adminDevices) return undefined;
  const use = { quota: adminDevices, registered };
  return granted === 0 ? quotaErrors.reached(use) : quotaErrors.reachedWithGrants({ ...use, granted });
}

type Quota = Pick<User, 'id' | 'adminDevices'>;

/** A user of whom `previous` is the stored one gets more devices than before. */
const isRaise = ({ adminDevices }: Quota, previous: Quota | undefined): boolean =>
  previous === undefined ||
  (previous.adminDevices !== null && (adminDevices === null || adminDevices > previous.adminDevices));

/** Why `actor` may not give `user` their quota, instead of that of `previous`; undefined if they may. */
export function refuseGrant(state: QuotaState, actor: Quota, user: Quota, previous?: Quota): Failure | undefined {
  const { adminDevices: quota } = actor;
  const asked = user.adminDevices ?? Infinity;
  if (quota === null || !isRaise(user, previous)) return undefined;
  if (previous !== undefined && state.quotaGrants.get(previous.id) !== actor.id) {
    return quotaErrors.otherGrantor('/adminDevices');
  }
  const shares = createShares(state);
  const { registered, granted } = shares.useOf(actor.id);
  const left = Math.max(0, quota - registered - granted);
  const most = left + (previous === undefined ? 0 : shares.taken(previous.id));
  if (asked <= most || asked === 0) return undefined;
  return quotaErrors.tooMuch({ left, quota, registered, granted, most }, '/adminDevices');
}

/**
 * The user out of whose quota that of `user` is from now on: the id of `actor`; null: out of none, as after a raise by a
 * user without a quota; undefined: as before.
 */
export function grantorAfter(actor: Quota, user: Quota, previous?: Quota): string | null | undefined {
  if (!isRaise(user, previous)) return undefined;
  if (actor.adminDevices !== null) return previous === undefined ? actor.id : undefined;
  return previous === undefined ? undefined : null;
}
