import { randomUUID } from 'node:crypto';
import { hasPrivilege, isRestricted } from '../domain/accounts/scope.js';
import { BOUNDS } from '../domain/bounds.js';
import { collectionErrors, unknownErrors } from '../domain/messages.js';
import { success, type Result } from '../errors.js';
import { depotErrors } from './messages.js';
import type { User } from '../schema/accounts/user.js';
import { uniqueNameSchema } from '../schema/common.js';
import type { Depot, DepotInput } from '../schema/records/depot.js';
import type { Store } from '../store/store.js';
import { appendWithin } from './append-within.js';
import { createCollection, isTaken, type Collection } from './collection.js';
import { byUser, type Edits } from './edits.js';
import type { Time } from './time/time.js';

/** What happens with records of unknown devices that a gateway forwards. */
export type DepotPolicy = Pick<Depot, 'unknownDevices' | 'group'>;

/**
 * The gateways that forward their records to this one. Administrators change them; users with `ingest` see their own. The
 * id of a gateway belongs to the user who first forwards records with it, so that no other user can add to its numbers.
 */
export type Depots = Collection<Depot, DepotInput> & {
  /**
   * The depot of the gateway, which belongs to this user from now on unless it has one already: `forbidden` if that is
   * another one; null if there is no room for it. `via`: the gateway that relays its records, whose policy a new one takes
   * over.
   */
  readonly bind: (user: User, gateway: string, via?: DepotPolicy | null) => Promise<Result<Depot | null>>;
};

export type DepotsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'now'>;
  readonly edits: Edits;
};

const DEFAULT_POLICY: DepotPolicy = { unknownDevices: 'quarantine', group: null };
/** For a gateway beyond the bounds. */
export const WITHOUT_DEPOT: DepotPolicy = { unknownDevices: 'refuse', group: null };

export function createDepots({ store, time, edits }: DepotsOptions): Depots {
  const { depots, users, groups } = store.state;
  const collection = createCollection<'depot', DepotInput>({
    kind: 'depot',
    errors: collectionErrors.depots,
    entities: depots,
    store,
    time,
    edits,
    canSee: (user, { userId }) => userId === user.id || (hasPrivilege(user, 'admin') && !isRestricted(user)),
    refuseChange: (user) => (isRestricted(user) ? depotErrors.restricted() : undefined),
    read(
      { name, userId, unknownDevices = DEFAULT_POLICY.unknownDevices, group = null, acknowledges = false },
      _user,
      previous,
    ) {
      if (!users.has(userId)) return unknownErrors.user({ id: userId }, '/userId');
      if (group !== null && !groups.has(group)) return unknownErrors.group({ id: group }, '/group');
      return success({ gateway: previous?.gateway ?? null, name, userId, unknownDevices, group, acknowledges });
    },
  });
  const find = (gateway: string): Depot | undefined => [...depots.values()].find((depot) => depot.gateway === gateway);

  /** The one that an administrator made for the user, or a new one; undefined if there is no room for it. */
  function claim(user: User, gateway: string, via: DepotPolicy | null | undefined): Depot | undefined {
    const own = [...depots.values()].filter(({ userId }) => userId === user.id);
    const lastModified = new Date(time.now()).toISOString();
    const known = find(gateway) ?? (via === undefined ? own.find((depot) => depot.gateway === null) : undefined);
    if (known !== undefined) return { ...known, gateway, userId: user.id, lastModified };
    if (own.length >= BOUNDS.depots.share.max) return undefined;
    const { unknownDevices, group } = via ?? DEFAULT_POLICY;
    const isNameTaken = isTaken(gateway, [...depots.values()], ({ name }) => [name]);
    const name = isNameTaken ? `${gateway} (${user.name})`.slice(0, uniqueNameSchema.maxLength) : gateway;
    const stamps = { creation: lastModified, lastModified };
    return { id: randomUUID(), gateway, name, userId: user.id, unknownDevices, group, acknowledges: false, ...stamps };
  }

  /** The depot of the gateway, if that has a user; undefined: it can be claimed. */
  function boundTo(user: User, gateway: string): Result<Depot> | undefined {
    const depot = find(gateway);
    if (depot === undefined || !users.has(depot.userId)) return undefined;
    return depot.userId === user.id ? success(depot) : depotErrors.otherAccount({ gateway });
  }

  return {
    ...collection,
    async bind(caller, gateway, via) {
      const bound = boundTo(caller, gateway);
      if (bound !== undefined) return bound;
      return edits(caller, async (user) => {
        const meanwhile = boundTo(user, gateway);
        if (meanwhile !== undefined) return meanwhile;
        const depot = claim(user, gateway, via);
        if (depot === undefined) return success(null);
        const stored = await appendWithin(store, [{ kind: 'depot', v: depot }], byUser(user));
        if (stored.ok) return success(depot);
        return stored.code === 'conflict' ? success(null) : stored;
      });
    },
  };
}
