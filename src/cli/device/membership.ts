import { messageOf, WaypostError } from '../../errors.js';
import type { Group } from '../../schema/devices/group.js';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { findGroup } from '../gateway/find-group.js';

/** Names or ids of the groups that a device joins (`group`) and leaves. */
export type Membership = { readonly group?: readonly string[]; readonly leave?: readonly string[] };

type MembershipChange = { readonly group: Group; readonly joins: boolean };

/** Throws before anything is changed if a group does not exist. */
export function createMembership(
  gateway: GatewayClient,
  groups: readonly Group[],
  { group = [], leave = [] }: Membership,
) {
  const changes: readonly MembershipChange[] = [
    ...group.map((name) => ({ group: findGroup(groups, name), joins: true })),
    ...leave.map((name) => ({ group: findGroup(groups, name), joins: false })),
  ];
  return {
    /** `done`: what has happened to the device already, for the error message of a failed group change. */
    async change(deviceId: string, done: string): Promise<void> {
      for (const { group, joins } of changes) {
        const index = group.devices.indexOf(deviceId);
        if (joins === index >= 0) continue;
        const path = `/devices/${joins ? '-' : index}`;
        // Another user may change the group at the same time: `test` makes sure that only this device is removed.
        const operations = joins
          ? [{ op: 'add', path, value: deviceId }]
          : [
              { op: 'test', path, value: deviceId },
              { op: 'remove', path },
            ];
        await gateway.call('PATCH', `/api/groups/${group.id}`, operations).catch((error: unknown) => {
          const what = joins ? 'could not join' : 'could not leave';
          throw new WaypostError(
            'conflict',
            `device ${deviceId} was ${done}, but ${what} group ${group.name}: ${messageOf(error)}`,
          );
        });
      }
    },
  };
}
