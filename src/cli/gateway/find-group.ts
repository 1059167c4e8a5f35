import type { Group } from '../../schema/devices/group.js';
import { findNamed } from './find-named.js';
import type { GatewayClient } from './gateway-client.js';

/** Finds a group by name, in any case, or by id. Throws an error that lists the existing groups. */
export const findGroup = <G extends Pick<Group, 'id' | 'name'>>(groups: readonly G[], text: string): G =>
  findNamed('group', groups, text);

/** The groups that the user sees. */
export const groupsOf = async (gateway: Pick<GatewayClient, 'call'>): Promise<readonly Group[]> =>
  (await gateway.call('GET', '/api/groups')).groups as readonly Group[];
