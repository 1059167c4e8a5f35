import type { SignInState } from '../../session/sign-in-session.js';
import { isRestricted } from '../../session/is-restricted.js';
import { hasPrivilege } from '../../session/has-privilege.js';

/** Whether to show the forms that change groups; the gateway checks every request itself. */
export const canChangeGroups = (state: SignInState): boolean =>
  state.is === 'in' && hasPrivilege(state.user, 'groups:write') && !isRestricted(state.user);
