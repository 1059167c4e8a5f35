import { PRIVILEGES } from '../../../src/schema/accounts/privileges.js';
import type { User } from '../../../src/schema/accounts/user.js';
import { userOf } from './users.js';

/** What each kind of user sees, written independently of the gateway's code. The group `inside` has the device `bus`. */

const allButAdmin = [...PRIVILEGES].filter((privilege) => privilege !== 'admin');
export const userKinds: readonly User[] = [
  userOf('administrator', { privileges: ['admin'] }),
  userOf('reader'),
  ...allButAdmin.map((privilege) => userOf(`only-${privilege.replace(':', '-')}`, { privileges: [privilege] })),
  userOf('group-user', { group: 'inside', privileges: allButAdmin }),
  userOf('device-user', { deviceId: 'bus', privileges: allButAdmin }),
  userOf('group-reader', { group: 'inside' }),
  userOf('user-of-deleted-group', { group: 'gone', privileges: allButAdmin }),
];

export type Side = 'inside' | 'outside';
export type Expected = 'done' | 403 | 404;

export const isRestricted = (user: User): boolean => user.group !== null || user.deviceId !== null;
const hasPrivilege = (user: User, privilege: string): boolean =>
  user.privileges.some((own) => own === privilege || own === 'admin');
export const seesDevice = (user: User, side: Side): boolean =>
  !isRestricted(user) || (side === 'inside' && user.group !== 'gone');
export const seesGroup = (user: User, side: Side): boolean =>
  !isRestricted(user) || (user.group === 'inside' && side === 'inside');
/** The user inside is restricted to `bus`, the one outside is not: restricted users manage only the first. */
export const seesUser = (user: User, side: Side): boolean =>
  hasPrivilege(user, 'users:write') && (!isRestricted(user) || (side === 'inside' && user.group !== 'gone'));

/** The display inside shows the group `inside`, the one outside shows everything. */
export const seesDisplay = (user: User, side: Side): boolean =>
  !isRestricted(user) || (side === 'inside' && user.group === 'inside' && user.deviceId === null);

export type Rule = {
  readonly needs?: string;
  readonly sees?: (user: User, side: Side) => boolean;
  /** a condition besides the privilege */
  readonly may?: (user: User) => boolean;
};

export function expectedOf({ needs, sees, may }: Rule, user: User, side: Side): Expected {
  if (needs !== undefined && !hasPrivilege(user, needs)) return 403;
  if (sees !== undefined && !sees(user, side)) return 404;
  return may === undefined || may(user) ? 'done' : 403;
}
