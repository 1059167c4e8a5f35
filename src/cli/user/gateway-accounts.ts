import { WaypostError, type ErrorCode } from '../../errors.js';
import type { Group } from '../../schema/devices/group.js';
import type { UserView } from '../../schema/accounts/user.js';
import type { GatewayClient } from '../gateway/gateway-client.js';
import type { AccountDirectory } from './accounts.js';

export const USER_REMEDIES: Readonly<Partial<Record<ErrorCode, string>>> = {
  not_found: 'waypost user list shows the users',
};

/** The accounts of a running gateway, within the privileges of the signed-in user. */
export const createGatewayAccounts = (gateway: GatewayClient): AccountDirectory => ({
  async users() {
    try {
      return (await gateway.call('GET', '/api/users')).users as readonly UserView[];
    } catch (error) {
      // Without the privilege to list users, a user sees only themselves.
      if (!(error instanceof WaypostError) || error.code !== 'forbidden') throw error;
      return [(await gateway.call('GET', `/api/users/${gateway.userId()}`)).user as UserView];
    }
  },
  groups: async () => (await gateway.call('GET', '/api/groups')).groups as readonly Group[],
  change: async (userId, patch) => (await gateway.call('PATCH', `/api/users/${userId}`, patch)).user as UserView,
  issueKey: async (userId) => String((await gateway.call('POST', `/api/users/${userId}/apiKey`)).apiKey),
  async createLink(userId) {
    const { link, expires } = await gateway.call('POST', `/api/users/${userId}/link`);
    return { link: String(link), expires: String(expires) };
  },
  async setPassword(userId, password, current) {
    await gateway.call('PUT', `/api/users/${userId}/password`, { password, ...(current !== undefined && { current }) });
  },
  // Nothing to warn about: the caller has signed in.
  warnIfLockedOut: () => undefined,
});
