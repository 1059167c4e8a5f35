import type { UserView } from '../../schema/accounts/user.js';

/** Does the user see part of the devices alone? Then groups and rules are not his to change. */
export const isRestricted = ({ group, deviceId }: Pick<UserView, 'group' | 'deviceId'>): boolean =>
  group !== null || deviceId !== null;
