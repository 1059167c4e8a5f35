import type { UserView } from '../../schema/accounts/user.js';

/** Whether the user sees only part of the devices and therefore cannot change groups and rules. */
export const isRestricted = ({ group, deviceId }: Pick<UserView, 'group' | 'deviceId'>): boolean =>
  group !== null || deviceId !== null;
