import { WaypostError, type ErrorCode } from '../../errors.js';
import type { Group } from '../../schema/devices/group.js';
import type { UserView } from '../../schema/accounts/user.js';
import type { GatewayClient } from '../gateway/gateway-client.js';
import type { AccountDirectory } from './accounts.js';

export const USER_REMEDIES: Readonly<Partial<Record<ErrorCode, string>>> = {
  not_found: 'waypost user list has those there are',
};

/** The accounts of a running gateway, as far as who is signed in may see and change them. */
export const createGatewayAccounts = (gateway: GatewayClient): AccountDirectory => ({
  async users() {
    try {
      return (await gateway.call('GET', '/api/users')).users as readonly UserView[];
    } catch (error) {
      // Who may not see others sees himself.
      if (!(error instanceof WaypostError) || error.code !== 'forbidden') throw error;
      return [(await gateway.call('GET', `/api/users/${gateway.userId()}`)).user as UserView];
    }
  },
  groups: async () => (await gateway.call('GET', '/api/groups')).groups as readonly Group[],
  change: async (userId, patch) => (await gateway.call('PATCH', `/api/users/${userId}`, patch)).user as UserView,
  issueKey: async (userId) => String((await gateway.call('POST', `/api/users/${userId}/apiKey`)).apiKey),
  // Whoever asks has signed in.
  warnIfLockedOut: () => undefined,
});
