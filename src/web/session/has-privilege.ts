import { includesPrivilege, privilegesOf, type Grant, type Privilege } from '../../schema/accounts/privileges.js';
import type { UserView } from '../../schema/accounts/user.js';

/** Whether to offer actions that require the privilege; the gateway checks again. */
export const hasPrivilege = ({ privileges }: Pick<UserView, 'privileges'>, needed: Privilege | undefined): boolean =>
  needed === undefined || includesPrivilege(privileges, needed);

/** Whether the user may give it to others: users cannot grant what they do not have. */
export const canGrant = (user: Pick<UserView, 'privileges'>, grant: Grant): boolean =>
  privilegesOf(grant).every((privilege) => hasPrivilege(user, privilege));
