import type { Privilege } from '../../schema/accounts/privileges.js';
import type { UserView } from '../../schema/accounts/user.js';

/** Whether to offer what takes the privilege; the gateway decides anew when it is asked. */
export const hasPrivilege = ({ privileges }: Pick<UserView, 'privileges'>, needed: Privilege | undefined): boolean =>
  needed === undefined || privileges.includes('admin') || privileges.includes(needed);
