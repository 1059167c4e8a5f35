import { refuseRegistration } from '../../domain/accounts/device-quota.js';
import { hasPrivilege } from '../../domain/accounts/scope.js';
import { success, type Failure, type Result } from '../../errors.js';
import { unknownErrors } from '../../domain/messages.js';
import { deviceErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import type { Group } from '../../schema/devices/group.js';
import type { Change } from '../../schema/entry.js';
import type { Store } from '../../store/store.js';
import type { Time } from '../time/time.js';

/** What a user needs to register a device, and what else changes with the registration. */
export type RegistrationRules = {
  /** The changes that make the device visible to a restricted user, or why that is impossible. */
  readonly joinOwnGroup: (user: User, id: string) => Result<readonly Change[]>;
  /** The changes that add the device to the group that the user asks for. */
  readonly joinRequestedGroup: (user: User, id: string, groupId: string | undefined) => Result<readonly Change[]>;
  /** The same without a check of privileges. */
  readonly joinGroup: (id: string, groupId: string | undefined) => Result<readonly Change[]>;
  readonly checkQuota: (user: User) => Failure | undefined;
};

type RegistrationRulesOptions = { readonly state: Store['state']; readonly time: Pick<Time, 'trustedNow'> };

export function createRegistrationRules({ state, time }: RegistrationRulesOptions): RegistrationRules {
  function addToGroup(group: Group, id: string): readonly Change[] {
    if (group.devices.includes(id)) return [];
    const lastModified = new Date(time.trustedNow()).toISOString();
    return [{ kind: 'group', v: { ...group, devices: [...group.devices, id], lastModified } }];
  }

  function joinGroup(id: string, groupId: string | undefined): Result<readonly Change[]> {
    if (groupId === undefined) return success([]);
    const group = state.groups.get(groupId);
    if (group === undefined) return unknownErrors.group({ id: groupId }, '/group');
    return success(addToGroup(group, id));
  }

  return {
    joinOwnGroup(user, id) {
      if (user.deviceId !== null && user.deviceId !== id) {
        return deviceErrors.restrictedToDevice({ id: user.deviceId });
      }
      if (user.group === null) return success([]);
      const group = state.groups.get(user.group);
      if (group === undefined) {
        return deviceErrors.restrictedToGroup({ id: user.group });
      }
      return success(addToGroup(group, id));
    },
    joinRequestedGroup(user, id, groupId) {
      if (groupId === undefined) return success([]);
      if (!hasPrivilege(user, 'groups:write')) {
        return deviceErrors.groupPrivilege('/group');
      }
      return joinGroup(id, groupId);
    },
    joinGroup,
    checkQuota: (user) => refuseRegistration(state, user),
  };
}
