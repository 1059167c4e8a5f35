import { randomUUID } from 'node:crypto';
import { caseFold } from '../../domain/case-fold.js';
import { success, type Result } from '../../errors.js';
import type { Device } from '../../schema/devices/device.js';
import type { Group } from '../../schema/devices/group.js';
import type { User } from '../../schema/accounts/user.js';
import { uniqueNameSchema } from '../../schema/common.js';
import type { Change, DescribedDevice } from '../../schema/entry.js';
import type { Depot } from '../../schema/records/depot.js';
import type { DepotDevice } from '../../schema/records/depot-device.js';
import type { Store } from '../../store/store.js';
import { appendWithin } from '../append-within.js';
import { byUser, type Edits } from '../edits.js';
import type { Time } from '../time/time.js';

/** The names, descriptions and groups that devices have at their depots. */
export type DepotDevices = {
  /**
   * Takes them over, also for devices that are not registered yet. A field follows the depot only while it has the value
   * that the depot sent last, so that a change made here stays. A device follows the depot that described it first.
   */
  readonly describe: (user: User, depot: Depot, sent: readonly DepotDevice[]) => Promise<Result<undefined>>;
};

export type DepotDevicesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'now'>;
  readonly edits: Edits;
};

export function createDepotDevices({ store, time, edits }: DepotDevicesOptions): DepotDevices {
  const { state } = store;

  /** What is new of it; undefined: nothing, or it follows another depot. */
  function newsOf(depot: Depot, { id, name, description, groups }: DepotDevice): DescribedDevice | undefined {
    const before = state.depotDevices.get(id);
    if (before !== undefined && before.depot !== depot.id && state.depots.has(before.depot)) return undefined;
    const named = groups.map((group) => `${depot.name} / ${group}`.slice(0, uniqueNameSchema.maxLength).trimEnd());
    const news = { deviceId: id, depot: depot.id, name, description, groups: named };
    return JSON.stringify(news) === JSON.stringify(before) ? undefined : news;
  }

  return {
    describe: (caller, depot, sent) =>
      sent.every((one) => newsOf(depot, one) === undefined)
        ? Promise.resolve(success(undefined))
        : edits(caller, async (user) => {
            const news = sent.flatMap((one) => newsOf(depot, one) ?? []);
            const membership = createMembership(state.groups, new Date(time.now()).toISOString());
            const changes = news.flatMap((one): Change[] => {
              const before = state.depotDevices.get(one.deviceId);
              const device = state.devices.get(one.deviceId);
              if (device !== undefined) membership.move(one.deviceId, before?.groups ?? [], one.groups);
              return [{ kind: 'depot-device', v: one }, ...(device === undefined ? [] : renamed(device, one, before))];
            });
            const stored = await appendWithin(store, [...changes, ...membership.changes()], byUser(user));
            // There is no room for more groups: the names come over without them.
            if (!stored.ok && stored.code === 'conflict') await appendWithin(store, changes, byUser(user));
            return stored.ok || stored.code === 'conflict' ? success(undefined) : stored;
          }),
  };
}

function renamed(device: Device, sent: DescribedDevice, before: DescribedDevice | undefined): Change[] {
  const { name, description } = followed(device, sent, before);
  const isSame = name === device.name && description === device.description;
  return isSame ? [] : [{ kind: 'device', v: { ...device, name, description } }];
}

/** A device without a name has its id as its name. `before`: what the depot sent last; undefined: nothing. */
const followed = (device: Device, sent: DescribedDevice, before?: DescribedDevice) => ({
  name: device.name === (before?.name ?? device.id) ? sent.name : device.name,
  description: device.description === (before?.description ?? '') ? sent.description : device.description,
});

/**
 * A device that is registered, as a depot described it where nothing else is given, and the changes that make it join
 * its groups. `others`: what else is appended.
 */
export function withDescription(
  { depotDevices, groups }: Pick<Store['state'], 'depotDevices' | 'groups'>,
  device: Device,
  others: readonly Change[],
  now: string,
): { readonly device: Device; readonly others: readonly Change[] } {
  const sent = depotDevices.get(device.id);
  if (sent === undefined) return { device, others };
  const pending = others.flatMap((change) => (change.kind === 'group' ? [change.v] : []));
  const membership = createMembership(groups, now, pending);
  membership.move(device.id, [], sent.groups);
  return {
    device: { ...device, ...followed(device, sent) },
    others: [...others.filter(({ kind }) => kind !== 'group'), ...membership.changes()],
  };
}

/** Groups that devices join and leave by name, and are made where there are none. `pending`: as they are going to be. */
function createMembership(groups: ReadonlyMap<string, Group>, lastModified: string, pending: readonly Group[] = []) {
  const byName = new Map([...groups.values(), ...pending].map((group) => [caseFold(group.name), group]));
  const changed = new Map(pending.map((group) => [group.id, group]));

  function set(group: Group, devices: readonly string[]): void {
    const next = { ...group, devices: [...devices], lastModified };
    changed.set(group.id, next);
    byName.set(caseFold(group.name), next);
  }

  return {
    move(deviceId: string, from: readonly string[], to: readonly string[]): void {
      for (const name of from.filter((one) => !to.includes(one))) {
        const group = byName.get(caseFold(name));
        if (group?.devices.includes(deviceId) !== true) continue;
        set(
          group,
          group.devices.filter((id) => id !== deviceId),
        );
      }
      for (const name of to) {
        const group = byName.get(caseFold(name)) ?? {
          ...{ id: randomUUID(), name, description: '', devices: [], creation: lastModified, lastModified },
        };
        if (!group.devices.includes(deviceId)) set(group, [...group.devices, deviceId]);
      }
    },
    changes: (): Change[] => [...changed.values()].map((v) => ({ kind: 'group', v })),
  };
}
