import type { Privilege } from '../../schema/accounts/privileges.js';
import type { UserView } from '../../schema/accounts/user.js';

/** Whether to offer actions that require the privilege; the gateway checks again. */
export const hasPrivilege = ({ privileges }: Pick<UserView, 'privileges'>, needed: Privilege | undefined): boolean =>
  needed === undefined || privileges.includes('admin') || privileges.includes(needed);
