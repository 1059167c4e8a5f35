import type { Privilege, User } from '../schema/user.js';

/** What a user may do, decided here alone. */
export const mayDo = (user: User, privilege: Privilege): boolean =>
  user.privileges.includes('admin') || user.privileges.includes(privilege);

/** A device outside the scope does not exist for the user. */
export const maySee = (user: User, deviceId: string): boolean => user.deviceId === null || user.deviceId === deviceId;

/** Is the account open at `now` (ms since 1970)? */
export const isOpen = (user: User, now: number): boolean =>
  !user.disabled && (user.expires === null || Date.parse(user.expires) > now);
