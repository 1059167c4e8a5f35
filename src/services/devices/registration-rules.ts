import { hasPrivilege } from '../../domain/accounts/scope.js';
import { failure, success, type Failure, type Result } from '../../errors.js';
import type { Change } from '../../schema/entry.js';
import type { Group } from '../../schema/devices/group.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';

/** What a user who registers a device must be allowed, and what has to change with it. */
export type RegistrationRules = {
  /** what else has to change so that a user who is bound sees the device `id`; a failure if nothing could */
  readonly joinOwnGroup: (user: User, id: string) => Result<readonly Change[]>;
  /** what else has to change so that the device is in the group he asks for */
  readonly joinRequestedGroup: (user: User, id: string, groupId: string | undefined) => Result<readonly Change[]>;
  /** the same for who has no say in it */
  readonly joinGroup: (id: string, groupId: string | undefined) => Result<readonly Change[]>;
  readonly checkQuota: (user: User) => Failure | undefined;
};

type RegistrationRulesOptions = { readonly state: Store['state']; readonly clock: Pick<Clock, 'now'> };

export function createRegistrationRules({ state, clock }: RegistrationRulesOptions): RegistrationRules {
  function addToGroup(group: Group, id: string): readonly Change[] {
    if (group.devices.includes(id)) return [];
    const lastModified = new Date(clock.now()).toISOString();
    return [{ kind: 'group', v: { ...group, devices: [...group.devices, id], lastModified } }];
  }

  function joinGroup(id: string, groupId: string | undefined): Result<readonly Change[]> {
    if (groupId === undefined) return success([]);
    const group = state.groups.get(groupId);
    if (group === undefined) return failure('validation_failed', `/group: there is no group ${groupId}`);
    return success(addToGroup(group, id));
  }

  return {
    joinOwnGroup(user, id) {
      if (user.deviceId !== null && user.deviceId !== id) {
        return failure('forbidden', `you are bound to the device ${user.deviceId}: register no other`);
      }
      if (user.group === null) return success([]);
      const group = state.groups.get(user.group);
      if (group === undefined) return failure('forbidden', `you are bound to the group ${user.group}, which is gone`);
      return success(addToGroup(group, id));
    },
    joinRequestedGroup(user, id, groupId) {
      if (groupId === undefined) return success([]);
      if (!hasPrivilege(user, 'groups:write'))
        return failure('forbidden', 'to join /group takes the privilege groups:write');
      return joinGroup(id, groupId);
    },
    joinGroup,
    checkQuota({ id, adminDevices }) {
      if (adminDevices === null) return undefined;
      const own = [...state.devices.values()].filter(({ registeredBy }) => registeredBy === id).length;
      if (own < adminDevices) return undefined;
      return failure('limit_reached', `you may register ${adminDevices} devices (adminDevices) and have ${own}`);
    },
  };
}
