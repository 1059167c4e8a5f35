import type { UserView } from '../../schema/user.js';

/** Does the user see part of the devices alone? Then groups and rules are not his to change. */
export const isBound = ({ group, deviceId }: Pick<UserView, 'group' | 'deviceId'>): boolean =>
  group !== null || deviceId !== null;
