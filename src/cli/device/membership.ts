import { messageOf, WaypostError } from '../../errors.js';
import type { Group } from '../../schema/devices/group.js';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { findGroup } from '../gateway/find-group.js';

/** Names or ids of the groups that a device joins and leaves. */
export type Membership = { readonly group?: readonly string[]; readonly leave?: readonly string[] };

type MembershipChange = { readonly group: Group; readonly joins: boolean };

/** Throws at once when a group is not there: nothing was changed then. */
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
    /** `done`: what was done with the device already, for the message when a group refuses. */
    async change(deviceId: string, done: string): Promise<void> {
      for (const { group, joins } of changes) {
        const index = group.devices.indexOf(deviceId);
        if (joins === index >= 0) continue;
        const path = `/devices/${joins ? '-' : index}`;
        // Others may change the group at the same time: what is taken out is this device, or nothing.
        const operations = joins
          ? [{ op: 'add', path, value: deviceId }]
          : [
              { op: 'test', path, value: deviceId },
              { op: 'remove', path },
            ];
        await gateway.call('PATCH', `/api/groups/${group.id}`, operations).catch((error: unknown) => {
          const what = joins ? 'has not joined' : 'has not left';
          throw new WaypostError(
            'conflict',
            `${deviceId} is ${done}, but ${what} the group ${group.name}: ${messageOf(error)}`,
          );
        });
      }
    },
  };
}
