import { messageOf, WaypostError } from '../../errors.js';
import type { Group } from '../../schema/group.js';
import type { Gateway } from '../gateway.js';
import { groupNamed } from '../group-named.js';

/** Names or ids of the groups that a device joins and leaves. */
export type Membership = { readonly group?: readonly string[]; readonly leave?: readonly string[] };

type Change = { readonly group: Group; readonly joins: boolean };

/** Throws at once when a group is not there: nothing was changed then. */
export function createMembership(gateway: Gateway, groups: readonly Group[], { group = [], leave = [] }: Membership) {
  const changes: readonly Change[] = [
    ...group.map((name) => ({ group: groupNamed(groups, name), joins: true })),
    ...leave.map((name) => ({ group: groupNamed(groups, name), joins: false })),
  ];
  return {
    /** `done`: what was done with the device already, for the message when a group refuses. */
    async change(deviceId: string, done: string): Promise<void> {
      for (const { group, joins } of changes) {
        const place = group.devices.indexOf(deviceId);
        if (joins === place >= 0) continue;
        const path = `/devices/${joins ? '-' : place}`;
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
