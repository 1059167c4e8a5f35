import { randomUUID } from 'node:crypto';
import { folded } from '../domain/name.js';
import { isBound, maySeeGroup } from '../domain/scope.js';
import { failure, success, type Failure, type Result } from '../errors.js';
import type { Group, GroupInput } from '../schema/group.js';
import type { User } from '../schema/user.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import type { Edit } from './edit.js';
import { unnamed } from './notifications.js';
import type { Turns } from '../turns.js';

/** Groups of devices. One that the user may not see is `not_found`; who is bound to part of the devices changes none. */
export type Groups = {
  /** by name */
  readonly list: (user: User) => Group[];
  readonly get: (user: User, groupId: string) => Result<Group>;
  /** `conflict` when the name is taken */
  readonly create: (user: User, input: GroupInput) => Promise<Result<Group>>;
  readonly change: (user: User, groupId: string, edit: Edit<Group, GroupInput>) => Promise<Result<Group>>;
  /** `conflict` while users are bound to it */
  readonly remove: (user: User, groupId: string) => Promise<Result<undefined>>;
};

export type GroupsOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly inTurn: Turns;
};

export function createGroups({ store, clock, inTurn }: GroupsOptions): Groups {
  const { state } = store;

  function get(user: User, groupId: string): Result<Group> {
    const group = state.groups.get(groupId);
    return group !== undefined && maySeeGroup(user, group)
      ? success(group)
      : failure('not_found', `there is no group ${groupId}`);
  }

  /** Why nothing of the groups is the user's to change; undefined when it is. */
  const bound = (user: User): Failure | undefined =>
    isBound(user)
      ? failure('forbidden', 'you are bound to a group or device: groups are not yours to change')
      : undefined;

  /** A group that is there for the user, and his to change. */
  function changeable(user: User, groupId: string): Result<Group> {
    const found = get(user, groupId);
    return found.ok ? (bound(user) ?? found) : found;
  }

  function read({ name, description = '', devices = [] }: GroupInput, former?: Group): Result<Group> {
    const unknown = devices.findIndex((id) => !state.devices.has(id));
    if (unknown >= 0) {
      return failure('validation_failed', `/devices/${unknown}: there is no device ${devices[unknown] ?? ''}`);
    }
    const wanted = folded(name);
    const taken = [...state.groups.values()].some((group) => group.id !== former?.id && folded(group.name) === wanted);
    if (taken) return failure('conflict', `/name: there is a group ${name} already`);
    const lastModified = new Date(clock.now()).toISOString();
    const { id = randomUUID(), creation = lastModified } = former ?? {};
    return success({ id, name, description, devices, creation, lastModified });
  }

  async function put(group: Result<Group>): Promise<Result<Group>> {
    if (group.ok) await store.append([{ kind: 'group', v: group.value }]);
    return group;
  }

  return {
    list: (user) =>
      [...state.groups.values()].filter((group) => maySeeGroup(user, group)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    get,
    create: (user, input) => inTurn(async () => bound(user) ?? put(read(input))),
    change: (user, groupId, edit) =>
      inTurn(async () => {
        const found = changeable(user, groupId);
        if (!found.ok) return found;
        const wanted = edit(found.value);
        return wanted.ok ? put(read(wanted.value, found.value)) : wanted;
      }),
    remove: (user, groupId) =>
      inTurn(async () => {
        const found = changeable(user, groupId);
        if (!found.ok) return found;
        const users = [...state.users.values()].filter(({ group }) => group === groupId).map(({ name }) => name);
        if (users.length > 0) {
          return failure(
            'conflict',
            `users are bound to the group (${users.slice(0, 3).join(', ')}): change them first`,
          );
        }
        await store.append([{ kind: 'group-removed', v: { id: groupId } }, ...unnamed(state, 'groups', groupId)]);
        return success(undefined);
      }),
  };
}
