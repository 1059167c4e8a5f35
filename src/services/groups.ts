import { randomUUID } from 'node:crypto';
import { caseFold } from '../domain/case-fold.js';
import { isRestricted, canSeeGroup } from '../domain/accounts/scope.js';
import { failure, success, type Failure, type Result } from '../errors.js';
import type { Group, GroupInput } from '../schema/devices/group.js';
import type { User } from '../schema/accounts/user.js';
import type { Store } from '../store/store.js';
import type { Clock } from '../time/clock.js';
import type { Edit } from './edit.js';
import { withoutReference } from './notification-rules.js';
import type { Mutex } from '../mutex.js';

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
  readonly exclusive: Mutex;
};

export function createGroups({ store, clock, exclusive }: GroupsOptions): Groups {
  const { state } = store;

  function get(user: User, groupId: string): Result<Group> {
    const group = state.groups.get(groupId);
    return group !== undefined && canSeeGroup(user, group)
      ? success(group)
      : failure('not_found', `there is no group ${groupId}`);
  }

  /** Why nothing of the groups is the user's to change; undefined when it is. */
  const refuseRestricted = (user: User): Failure | undefined =>
    isRestricted(user)
      ? failure('forbidden', 'you are bound to a group or device: groups are not yours to change')
      : undefined;

  /** A group that is there for the user, and his to change. */
  function findChangeable(user: User, groupId: string): Result<Group> {
    const found = get(user, groupId);
    return found.ok ? (refuseRestricted(user) ?? found) : found;
  }

  function read({ name, description = '', devices = [] }: GroupInput, previous?: Group): Result<Group> {
    const unknown = devices.findIndex((id) => !state.devices.has(id));
    if (unknown >= 0) {
      return failure('validation_failed', `/devices/${unknown}: there is no device ${devices[unknown] ?? ''}`);
    }
    const foldedName = caseFold(name);
    const taken = [...state.groups.values()].some(
      (group) => group.id !== previous?.id && caseFold(group.name) === foldedName,
    );
    if (taken) return failure('conflict', `/name: there is a group ${name} already`);
    const lastModified = new Date(clock.now()).toISOString();
    const { id = randomUUID(), creation = lastModified } = previous ?? {};
    return success({ id, name, description, devices, creation, lastModified });
  }

  async function save(group: Result<Group>): Promise<Result<Group>> {
    if (group.ok) await store.append([{ kind: 'group', v: group.value }]);
    return group;
  }

  return {
    list: (user) =>
      [...state.groups.values()].filter((group) => canSeeGroup(user, group)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    get,
    create: (user, input) => exclusive(async () => refuseRestricted(user) ?? save(read(input))),
    change: (user, groupId, edit) =>
      exclusive(async () => {
        const found = findChangeable(user, groupId);
        if (!found.ok) return found;
        const edited = edit(found.value);
        return edited.ok ? save(read(edited.value, found.value)) : edited;
      }),
    remove: (user, groupId) =>
      exclusive(async () => {
        const found = findChangeable(user, groupId);
        if (!found.ok) return found;
        const users = [...state.users.values()].filter(({ group }) => group === groupId).map(({ name }) => name);
        if (users.length > 0) {
          return failure(
            'conflict',
            `users are bound to the group (${users.slice(0, 3).join(', ')}): change them first`,
          );
        }
        await store.append([
          { kind: 'group-removed', v: { id: groupId } },
          ...withoutReference(state, 'groups', groupId),
        ]);
        return success(undefined);
      }),
  };
}
